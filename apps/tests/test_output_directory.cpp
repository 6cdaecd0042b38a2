#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/run/output_directory.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;

TEST_CASE("a text is written into the space that its file has, or not at all") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.json", std::string(3000, 'x'));
  CHECK(rewrite_in_place(path, std::string(2000, 'y')));
  CHECK(folder.read("a.json") == std::string(2000, 'y'));
  CHECK_FALSE(rewrite_in_place(path, std::string(1 << 20, 'z')));
  CHECK(folder.read("a.json") == std::string(2000, 'y'));
  CHECK_FALSE(rewrite_in_place(folder.file("none.json"), "text"));
  std::filesystem::create_symlink("a.json", folder.file("link.json"));
  CHECK_FALSE(rewrite_in_place(folder.file("link.json"), "text"));
  CHECK(folder.read("a.json") == std::string(2000, 'y'));
}

TEST_CASE("JSON of any bytes is text") {
  CHECK(json_text({{"name", "caf\xe9"}}) == "{\n  \"name\": \"caf\xef\xbf\xbd\"\n}\n");
}
