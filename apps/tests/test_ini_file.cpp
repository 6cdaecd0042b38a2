#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/case/ini_file.hpp"
#include "meshes/errors.hpp"

using namespace dg::app;
using Catch::Contains;
using Catch::Equals;

TEST_CASE("sections, keys, comments and places") {
  const IniFile file = IniFile::parse(
      "# head\n[mesh]\nfile = a.msh   ; not b\n\n  level=2\r\n[boundary.wall]\ntype = farfield # c\n", "c.ini");
  REQUIRE(file.sections().size() == 2);
  const IniSection* mesh = file.find("mesh");
  REQUIRE(mesh != nullptr);
  CHECK(mesh->find("file")->value == "a.msh");
  CHECK(mesh->find("file")->where == "c.ini:3");
  CHECK(mesh->find("level")->value == "2");
  CHECK(mesh->find("level")->where == "c.ini:5");
  CHECK(file.find("boundary.wall")->find("type")->value == "farfield");
  CHECK(file.find("time") == nullptr);
}

TEST_CASE("values continue on indented lines, comparisons included") {
  const IniFile file = IniFile::parse("[initial]\nrho = 1 +\n   x * (y <= 2 ? 1 : 0)\n   + (x == 1)\np = 1\n", "c.ini");
  CHECK(file.find("initial")->find("rho")->value == "1 + x * (y <= 2 ? 1 : 0) + (x == 1)");
  CHECK(file.find("initial")->find("p")->where == "c.ini:5");
}

TEST_CASE("a hash or semicolon inside a word is no comment") {
  CHECK(IniFile::parse("[a]\nfile = x#1;2\n", "c").find("a")->find("file")->value == "x#1;2");
}

TEST_CASE("within double quotes nothing is a comment") {
  const IniFile file = IniFile::parse(
      "[mesh]\nfile = \"a #1.msh\" # the first\nstart = wall, \"inlet ;2\" ; the second\nplain = a\"b #c\n"
      "open = \"a #b\n[boundary.\"inlet #1\"] # with a comment\ntype = farfield\n[boundary.\"a \"\"b\"\" ]=c; "
      "\"]\ntype = x\n",
      "c.ini");
  const IniSection* mesh = file.find("mesh");
  CHECK(mesh->find("file")->value == "\"a #1.msh\"");
  CHECK(mesh->find("start")->value == "wall, \"inlet ;2\"");
  CHECK(mesh->find("plain")->value == "a\"b");
  CHECK(mesh->find("open")->value == "\"a");
  REQUIRE(file.find("boundary.inlet #1") != nullptr);
  REQUIRE(file.find("boundary.a \"b\" ]=c; ") != nullptr);
  CHECK(IniFile::parse(file.text(), "again").text() == file.text());
}

TEST_CASE("brackets that end a line hold a name without quotes, too") {
  const IniFile file = IniFile::parse("[boundary.inlet #1]\ntype = a\n[boundary.x ;y]  \r\ntype = b\n", "c.ini");
  REQUIRE(file.find("boundary.inlet #1") != nullptr);
  CHECK(file.find("boundary.x ;y")->find("type")->value == "b");
  CHECK(IniFile::parse(file.text(), "again").text() == file.text());
  CHECK_THROWS_WITH(
      IniFile::parse("[boundary.inlet #1] # a comment\n", "c.ini"),
      Equals("c.ini:1: expected '[section]' alone on its line, found '[boundary.inlet'; write a name that "
             "holds ' #' or ' ;' in double quotes"));
}

TEST_CASE("every name of a boundary has a title, and overrides reach it") {
  for (const std::string name :
       {"wall", "inlet #1", "a ;b", "#1",  ";",   " leading", "trailing ", " ",   "",     "\"quoted\"",     "\"",
        "a\"b", "a.b",      "a]",   "[a]", "a=b", "a,b",      "a\tb",      "a\t", "\xdf", "a # b ; c \"d\""}) {
    INFO(name);
    const IniFile file = IniFile::parse("[" + boundary_title(name) + "]\ntype = farfield\n", "c.ini");
    REQUIRE(file.sections().size() == 1);
    CHECK(file.sections().front().name == "boundary." + name);
    IniFile other = IniFile::parse("[a]\n", "c.ini");
    const std::string quoted = boundary_title(" " + name).substr(0, 10) + boundary_title(" " + name).substr(11);
    other.set(quoted + ".type=farfield");
    other.set(" " + quoted + " . partner = b.c=d");
    REQUIRE(other.find("boundary." + name) != nullptr);
    CHECK(other.find("boundary." + name)->find("type")->value == "farfield");
    CHECK(other.find("boundary." + name)->find("partner")->value == "b.c=d");
    CHECK(IniFile::parse(other.text(), "again").text() == other.text());
  }
  CHECK(boundary_title("upper wall") == "boundary.upper wall");
  CHECK(boundary_title("inlet #1") == "boundary.\"inlet #1\"");
}

TEST_CASE("the text of overrides is that of the case") {
  IniFile file = IniFile::parse("[a]\n", "c.ini");
  file.set("mesh.file=a #1.msh");
  file.set("output.forces=\"a #1\", b");
  const IniFile again = IniFile::parse(file.text(), "again");
  CHECK(again.find("mesh")->find("file")->value == "\"a #1.msh\"");
  CHECK(again.find("output")->find("forces")->value == "\"a #1\", b");
  CHECK(again.text() == file.text());
}

TEST_CASE("a byte-order mark of UTF-8 is no part of the text, and UTF-16 is refused") {
  CHECK(IniFile::parse("\xef\xbb\xbf[a]\nb = 1\n", "c").find("a")->find("b")->value == "1");
  CHECK_THROWS_WITH(IniFile::parse(std::string("\xff\xfe[\0a\0]\0", 8), "c.ini"),
                    Equals("c.ini: is UTF-16; save this case file as UTF-8"));
}

TEST_CASE("many keys and sections take no longer for each than a few") {
  // Look-ups that go through all of them would take many minutes.
  constexpr int count = 300000;
  std::string keys = "[a]\n", sections;
  for (int i = 0; i < count; ++i) {
    keys += fmt::format("k{}=1\n", i);
    sections += fmt::format("[s{}]\n", i);
  }
  IniFile file = IniFile::parse(keys, "c.ini");
  for (int i = 0; i < count; ++i) file.set(fmt::format("a.k{}=2", i));
  CHECK(file.find("a")->entries().size() == count);
  CHECK(file.find("a")->find("k299999")->value == "2");
  CHECK(IniFile::parse(sections, "c.ini").find("s299999") != nullptr);
}

TEST_CASE("lines that are not understood are refused with their place") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      IniFile::parse(text, "c.ini");
    } catch (const dg::InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message("degree = 1\n") == "c.ini:1: 'degree = 1' comes before the first [section]");
  CHECK(message("[a]\nb\n") == "c.ini:2: expected 'key = value', found 'b'");
  CHECK(message("[a\n") == "c.ini:1: expected '[section]' alone on its line, found '[a'");
  CHECK(message("[a] b = 1\n") == "c.ini:1: expected '[section]' alone on its line, found '[a] b = 1'");
  CHECK(message("[]\n") == "c.ini:1: section without a name");
  CHECK(message("[a]\nb = 1\nb = 2\n") == "c.ini:3: key 'b' of [a] is already at c.ini:2");
  CHECK(message("[a]\n[b]\n[a]\n") == "c.ini:3: section [a] is already at c.ini:1");
  CHECK(message("[boundary.]\n") == "c.ini:1: unknown section [boundary.]; the name of a boundary must follow the dot");
  CHECK(message("[boundary.\"a]\n") == "c.ini:1: a quote is not closed in 'boundary.\"a'");
  CHECK(message("[boundary.\"a\" b]\n") == "c.ini:1: nothing may follow the closing quote in [boundary.\"a\" b]");
  CHECK(message("[boundary.\"a\"]\n[boundary.a]\n") == "c.ini:2: section [boundary.a] is already at c.ini:1");
  CHECK(message("[a]\n\x01 \x02\n") == "c.ini:2: expected 'key = value', found '? ?'");
}

TEST_CASE("overrides win, and say where they come from") {
  IniFile file = IniFile::parse("[boundary.wall]\ntype = farfield\n", "c.ini");
  file.set("boundary.wall.type=wall-slip");
  file.set("space.degree = 3");
  file.set("space.degree=4");
  CHECK(file.find("boundary.wall")->find("type")->value == "wall-slip");
  CHECK(file.find("boundary.wall")->find("type")->where == "--set boundary.wall.type=wall-slip");
  CHECK(file.find("space")->find("degree")->value == "4");
  CHECK(file.text() == "[boundary.wall]\ntype = wall-slip\n\n[space]\ndegree = 4\n");
  for (const std::string wrong : {"degree=1", "space.degree", ".a=1", "space.=1"}) {
    CHECK_THROWS_WITH(file.set(wrong),
                      Equals("--set " + wrong + ": expected section.key=value, for instance --set time.end=10"));
  }
  CHECK_THROWS_WITH(file.set("time.end=1\n[space]"), Contains("has a line break"));
  CHECK_THROWS_WITH(file.set("time.end=1\r"), Contains("has a line break"));
  CHECK_THROWS_WITH(file.set("boundary..type=exact"), Contains("the name of a boundary must follow the dot"));
  CHECK_THROWS_WITH(file.set("boundary.\"a\"type=exact"), Contains("expected section.key=value"));
  CHECK_THROWS_WITH(file.set("boundary.\"a.type=exact"), Contains("a quote is not closed"));
}

TEST_CASE("an assignment without a value unsets a key, whatever stands beside it") {
  IniFile file = IniFile::parse("[a]\nx = 1\ny = 2\nz = 3\n[b]\nx = 4\n", "c.ini");
  file.set("a.y=");
  REQUIRE(file.find("a")->entries().size() == 2);
  CHECK(file.find("a")->find("y") == nullptr);
  CHECK(file.find("a")->find("x")->value == "1");
  CHECK(file.find("a")->find("z")->value == "3");
  CHECK(file.find("b")->find("x")->value == "4");
  file.set("a.y=5");
  CHECK(file.find("a")->find("y")->value == "5");
  CHECK(file.find("a")->find("z")->value == "3");
  CHECK_THROWS_WITH(file.set("a.w="), Catch::Contains("--set a.w=: the case does not set this key"));
  CHECK_THROWS_WITH(file.set("c.x="), Catch::Contains("nothing to unset"));
}
