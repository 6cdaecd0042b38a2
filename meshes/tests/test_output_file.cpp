#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "meshes/errors.hpp"
#include "meshes/output_file.hpp"
#include "meshes/tests/small_disk.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::samples;

namespace {

namespace fs = std::filesystem;

/// Leaves the temporary file of a process that was killed while it wrote `path`.
void write_and_be_killed(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    OutputFile file(path);
    file.write(std::string("half"));
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
}

}  // namespace

TEST_CASE("a file appears whole, or not at all") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.txt";
  {
    OutputFile file(path);
    CHECK_FALSE(fs::exists(path));
    file.write(std::string("first and long"));
    file.write(std::string("second"));
    file.publish();
    CHECK(read_text(path) == "second");
  }
  {
    OutputFile abandoned(path);
    abandoned.write(std::string("third"));
  }
  CHECK(read_text(path) == "second");
  CHECK(folder.file_count() == 1);
  CHECK_THROWS_AS(OutputFile(folder / "no/such/folder/a.txt"), InputError);
  fs::create_directory(folder / "b.txt");
  CHECK_THROWS_AS(OutputFile(folder / "b.txt"), InputError);
}

TEST_CASE("a full disk leaves the old file") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.txt";
  write_text(path, "old");
  {
    const SmallDisk disk(10);
    OutputFile file(path);
    CHECK_THROWS_AS(file.write(std::string(100, 'x')), InputError);
  }
  CHECK(read_text(path) == "old");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("what killed processes leave is cleaned up by the next writer of the file") {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) write_and_be_killed(folder / "a.h5");
  CHECK(folder.file_count() == 1);
  OutputFile file(folder / "a.h5");
  file.write(std::string("whole"));
  file.publish();
  CHECK(folder.file_count() == 1);
  CHECK(read_text(folder / "a.h5") == "whole");
}

TEST_CASE("files of living writers and of others stay") {
  const TemporaryFolder folder;
  OutputFile living(folder / "a.h5");
  living.write(std::string("living"));
  OutputFile second(folder / "a.h5");
  CHECK(second.temporary() != living.temporary());
  write_and_be_killed(folder / "b.h5");
  write_and_be_killed(folder / "c.h5");
  write_text(folder / "b.rkdg-tmpx.h5", "of somebody else");
  write_text(folder / "b.tmp1.h5", "of somebody else");
  REQUIRE(folder.file_count() == 6);
  remove_abandoned_files(folder / ".", [](const std::string& name) { return name != "c.h5"; });
  CHECK(folder.file_count() == 5);
  CHECK(read_text(living.temporary()) == "living");
  living.publish();
  CHECK(read_text(folder / "a.h5") == "living");
}

TEST_CASE("symbolic links are not followed") {
  const TemporaryFolder folder;
  write_text(folder / "precious", "precious");
  for (const char* link : {"a.h5", "a.rkdg-tmp1.h5"}) fs::create_symlink("precious", folder / link);
  OutputFile file(folder / "a.h5");
  file.write(std::string("whole"));
  file.publish();
  CHECK(read_text(folder / "precious") == "precious");
  CHECK_FALSE(fs::is_symlink(folder / "a.h5"));
  CHECK(read_text(folder / "a.h5") == "whole");
}

TEST_CASE("a pipe under the temporary name does not hold a writer up") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo((folder / "a.rkdg-tmp1.h5").c_str(), 0666) == 0);
  OutputFile file(folder / "a.h5");
  file.write(std::string("whole"));
  file.publish();
  CHECK(read_text(folder / "a.h5") == "whole");
}

TEST_CASE("devices and pipes, and links to them, are not replaced by files") {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe", link = folder / "link", out = folder / "out";
  REQUIRE(mkfifo(pipe.c_str(), 0666) == 0);
  fs::create_symlink("/dev/null", link);
  fs::create_symlink("/proc/self/fd/1", out);
  for (const std::string& path : {pipe, link, out}) {
    CHECK_THROWS_WITH(OutputFile(path),
                      path + ": is not a regular file, and would be replaced by one; name another file");
    CHECK((fs::is_symlink(path) || fs::is_fifo(path)));
  }
  // A link to a file, or to none, is replaced.
  for (const std::string target : {"file", "none"}) {
    const std::string path = folder / ("to-" + target);
    write_text(folder / "file", "old");
    fs::create_symlink(target, path);
    OutputFile file(path);
    file.write(std::string("new"));
    file.publish();
    CHECK(fs::is_regular_file(fs::symlink_status(path)));
    CHECK(read_text(folder / "file") == "old");
  }
}
