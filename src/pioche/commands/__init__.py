"""The commands of pioche, one module each: ``add(parser, language)`` says what it takes, ``run(arguments)`` does it."""
