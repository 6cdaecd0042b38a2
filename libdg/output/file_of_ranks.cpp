#include "libdg/output/file_of_ranks.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "libdg/core/errors.hpp"

namespace dg {

std::string broadcast_text(Communicator& ranks, std::string text) {
  std::int64_t size[]{static_cast<std::int64_t>(text.size())};
  ranks.broadcast(std::as_writable_bytes(std::span(size)), 0);
  text.resize(size[0]);
  ranks.broadcast(std::as_writable_bytes(std::span(text.data(), text.size())), 0);
  return text;
}

int write_at(int file, std::int64_t place, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(file, bytes.data(), bytes.size(), place);
    if (written < 0 && errno != EINTR) return errno;
    if (written <= 0) continue;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    place += written;
  }
  return 0;
}

FileOfRanks::FileOfRanks(const std::string& path, Communicator& ranks) : ranks_(ranks), path_(path) {
  if (ranks.rank() == 0) file_ = std::make_unique<OutputFile>(path);
  path_ = broadcast_text(ranks, path);
  const std::string temporary = broadcast_text(ranks, file_ ? file_->temporary() : "");
  open_ = FileDescriptor(open(temporary.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (open_ >= 0) return;
  const int error = errno;
  if (ranks.rank() == 0 || error == EMFILE || error == ENFILE) refuse("cannot be opened again", error);
  refuse("rank " + std::to_string(ranks.rank()) +
             " cannot open the file that rank 0 has created; all nodes must see its folder",
         error);
}

void FileOfRanks::resize(std::int64_t size) {
  if (ftruncate(open_, size) != 0) refuse("cannot be written", errno);
}

void FileOfRanks::write(std::int64_t place, std::span<const std::byte> bytes) {
  if (const int error = write_at(open_, place, bytes)) refuse("cannot be written", error);
}

void FileOfRanks::publish() {
  if (fsync(open_) != 0) refuse("cannot be written", errno);
  std::int64_t written[]{1};
  ranks_.reduce(written, Reduction::sum);  // which a rank that has failed does not come to
  if (file_) file_->publish();
}

void FileOfRanks::refuse(const std::string& what, int error) const {
  throw InputError(path_ + ": " + what + ": " + std::strerror(error));
}

}  // namespace dg
