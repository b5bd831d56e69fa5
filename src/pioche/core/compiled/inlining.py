"""How far Numba compiles a rule: to a module that loops take in, not to machine code.

By itself a compiled rule never runs. Numba would still optimise each rule, together with all the rules it calls, and
make machine code of it: the deeper the rules, the more often the same code is worked on. Here a rule stays as it is
until the loop around it is compiled, and only the loop is optimised.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def compiler_of_rules(typing_context: Any, target_context: Any, _library: None, *rest: Any) -> Any:
    """Return the compiler of one rule; the arguments are those of Numba's own compilers."""
    from numba.core.compiler import Compiler

    compiler: Any = Compiler
    library = target_context.codegen().create_library("rule")
    library._optimize_final_module = _do_nothing
    library._finalize_final_module = lambda: _finish(library)
    context = target_context.subtarget(get_executable=_without_code)
    return compiler(typing_context, context, library, *rest)


def compiler_of_disjoint(*arguments: Any) -> Any:
    """Return the compiler of a loop whose arrays never share memory; the arguments are those of Numba's own compilers.

    A write to a state then cannot change the generator, so its numbers stay in registers.
    """
    from numba.core.compiler import Compiler

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
