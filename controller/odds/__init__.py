"""What wagers return: counted where every deal can be, else measured over quick rounds."""
