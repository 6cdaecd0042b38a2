/// Owner of an HDF5 identifier, how files are opened, and silence for HDF5's own error messages.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace dg {

/// Closes its identifier with the given function, such as H5Dclose.
class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close_function)(hid_t)) : id_(id), close_(close_function) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  ~Hdf5Handle() { close(); }

  explicit operator bool() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

  /// Closes now, if it has not been done; false if HDF5 reports a failure.
  bool close() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Opens a file to read. Without locks, which some network file systems lack: files appear under their name only when
/// they are whole. Without filters from elsewhere, which a file could ask for by name.
inline Hdf5Handle open_hdf5(const std::string& path) {
  H5PLset_loading_state(0);
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);
#endif
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose};
}

/// Keeps HDF5 from printing its error stack while it lives.
///
/// If it is HDF5's first user, it also keeps HDF5 from tidying up at exit. There, HDF5 would complain of what it has
/// lost while refusing a damaged file. Whoever opens a file must close it, as Hdf5Handle does.
class Hdf5Silence {
 public:
  Hdf5Silence() {
    [[maybe_unused]] static const herr_t once = H5dont_atexit();
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;
  ~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace dg
