"""The subcommands, one module each: ``add(parser, language)`` declares the arguments, ``run(arguments)`` runs it."""
