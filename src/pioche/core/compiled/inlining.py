"""How far Numba compiles a rule: to a module that loops take in, not to machine code.

By itself a compiled rule never runs. Numba would still optimise each rule, together with all the rules it calls, and
make machine code of it: the deeper the rules, the more often the same code is worked on. Here a rule stays as it is
until the loop around it is compiled, and only the loop is optimised.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.core import types
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import NumbaError
from numba.core.typed_passes import NopythonTypeInference


class RuleCompiler:
    """Compiles one rule: without counting references to arrays, unless it makes arrays or is returned some.

    A rule that only uses the arrays it is given need not count: whoever made them does. Each count is a locked
    instruction, and these took four fifths of the time of random play in a game whose rules pass on rows of moves.
    """

    def __init__(self, typing_context: Any, target_context: Any, _library: None, *rest: Any) -> None:
        self._typing_context, self._target_context = typing_context, target_context
        *self._types, self._flags, self._locals = rest

    def compile_extra(self, function: Any) -> Any:
        try:
            return self._compiler(LeanCompiler, counts=False).compile_extra(function)
        except NumbaError:  # it needs arrays of its own, or there is a mistake in it: then this fails, too
            return self._compiler(Compiler, counts=True).compile_extra(function)

    def _compiler(self, compiler: Any, *, counts: bool) -> Any:
        library = self._target_context.codegen().create_library("rule")
        library._optimize_final_module = _do_nothing
        library._finalize_final_module = lambda: _finish(library)
        context = self._target_context.subtarget(get_executable=_without_code)
        flags = self._flags.copy()
        flags.nrt = counts
        made = compiler(self._typing_context, context, library, *self._types, flags, self._locals)
        flags.nrt = True  # for the functions of NumPy that are compiled on the way
        return made


class MustCount(NumbaError):
    """References to arrays must be counted in this rule."""


class RefuseNewArrays(AnalysisPass):
    _name = "refuse_new_arrays"

    def __init__(self) -> None:
        begin: Any = super().__init__  # Numba declares no types
        begin()

    def run_pass(self, state: Any) -> bool:
        calls = [made for node, made in state.calltypes.items() if getattr(node, "op", None) == "call"]
        if _has_array(state.return_type) or any(_has_array(call.return_type) for call in calls):
            raise MustCount("a new array")
        return False


_register: Any = register_pass
_register(mutates_CFG=False, analysis_only=True)(RefuseNewArrays)


class LeanCompiler(Compiler):
    """Counts no references, and fails where they must be counted."""

    def define_pipelines(self) -> list[Any]:
        passes: Any = DefaultPassBuilder
        found = passes.define_nopython_pipeline(self.state)
        found.add_pass_after(RefuseNewArrays, NopythonTypeInference)
        found.finalize()
        return [found]


def _has_array(kind: Any) -> bool:
    """Return whether values of a type of Numba's contain an array."""
    return isinstance(kind, types.Array) or any(map(_has_array, getattr(kind, "types", ())))


def compiler_of_disjoint(*arguments: Any) -> Any:
    """Return the compiler of a loop whose arrays never share memory; the arguments are those of Numba's own compilers.

    A write to a state then cannot change the generator, so its numbers stay in registers.
    """
    compiler: Any = Compiler
    *_rest, flags, _locals = arguments
    flags.noalias = True
    return compiler(*arguments)


def _do_nothing() -> None:
    """Leave a module as it is."""


def _finish(library: Any) -> None:
    """Make a module ready to be linked into another one, but not to run."""
    library._finalize_dynamic_globals()
    library._finalized = True


def _without_code(library: Any, description: Any, environment: Any) -> Any:
    """Return a function that cannot be called: Numba knows a rule by it."""
    make_function = import_module("numba._dynfunc").make_function
    name, nowhere = description.qualname.split(".")[-1], 0
    return make_function(description.lookup_module(), name, "a rule", nowhere, environment, (library,))
