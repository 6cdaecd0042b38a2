#include <catch2/catch.hpp>
#include <set>

#include "apps/run/encoded_name.hpp"
#include "apps/run/surface_files.hpp"

using namespace dg::app;

TEST_CASE("names become one line of UTF-8") {
  CHECK(printable_name("wall, upper") == "wall, upper");
  CHECK(printable_name("caf\xc3\xa9") == "caf\xc3\xa9");
  CHECK(printable_name("\xe2\x82\xac\xf0\x9f\x98\x80") == "\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(printable_name("caf\xe9") == "caf%E9");
  CHECK(printable_name("\xe2\x82") == "%E2%82");         // cut off
  CHECK(printable_name("\xc0\xaf") == "%C0%AF");         // an overlong slash
  CHECK(printable_name("\xed\xa0\x80") == "%ED%A0%80");  // half of a surrogate pair
  CHECK(printable_name("a\nb\x7f") == "a%0Ab%7F");
  CHECK(printable_name("50%, 5%2x") == "50%, 5%2x");
  CHECK(printable_name("") == "");
}

TEST_CASE("names of files stay in their folder") {
  CHECK(file_name_part("../x/./y") == "..%2Fx%2F.%2Fy");
  CHECK(file_name_part("wall") == "wall");
  CHECK(file_name_part(std::string("a\0b", 3)) == "a%00b");
}

TEST_CASE("different names have different files") {
  const std::set<std::string> names{"a/b", "a%2Fb", "a%252Fb", "a%b", "a%", "%2F", "/", "%", "%%2F", "\xe9", "%E9"};
  std::set<std::string> files;
  for (const std::string& name : names) files.insert(file_name_part(name));
  CHECK(files.size() == names.size());
}

TEST_CASE("no two boundaries share a file of surfaces, nor one with the averages or a step of another") {
  std::set<std::string> files;
  std::size_t count = 0;
  for (const char* name :
       {"wall", "wall_mean", "wall%5Fmean", "wall_mean_mean", "wall_000000040", "wall%5F000000040", "wall_1234567890",
        "wall_mean_000000040", "wall_000000040_mean", "mean", "_mean", "a/b", "a%2Fb", "wall_40"}) {
    for (const std::string& suffix : {std::string(), std::string("_mean"), step_suffix(40), step_suffix(1234567890)}) {
      files.insert(surface_file_name(name, suffix));
      ++count;
    }
  }
  CHECK(files.size() == count);
  CHECK(surface_file_name("wall_40", "_mean") == "surface_wall_40_mean.csv");
  CHECK(surface_file_name("wall_mean") == "surface_wall%5Fmean.csv");
  CHECK(step_suffix(40) == "_000000040");
}
