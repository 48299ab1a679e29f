"""Whether the Debian package and the image do what they are there for: `packages.py PROGRAM DIRECTORY DEBIAN`.

DIRECTORY has both of them twice, in `first` and `second`. DEBIAN is a fresh Debian as an archive. Belongs into a network
of its own, as root.
"""

import pathlib
import sys
import unittest

import database
import debian
import image

if __name__ == "__main__":
    program, made, fresh = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    server = database.Database()
    debian.use(program, made, fresh, server)
    image.use(program, made, server)
    loader = unittest.defaultTestLoader
    try:
        tests = [loader.loadTestsFromModule(module) for module in (image, debian)]
        outcome = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(tests))
    finally:
        server.close()
    # A run without tests is none.
    sys.exit(0 if outcome.wasSuccessful() and outcome.testsRun > 0 else 1)
