// The main function of every test program: 0 if all passed, 1 if not. Catch2's own exit status is the number of
// failures, which could be mistaken for the 77 by which a program says that it was skipped.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv) == 0 ? 0 : 1; }
