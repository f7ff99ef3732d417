"""numpy, scipy and h5py reading the same files, as the peers of bench/read.mjs.

Usage: read_peer.py FOLDER AWA. Writes the files that are compared into FOLDER (AWA, if it is not '-', is
the real data.npz), prints a line of JSON for each ({name, file, peer}), then an empty line. Then answers every name on
standard input with "milliseconds checksum": the time to have every number of the file in memory, and the
sum of all numbers. What is not installed is left out.
"""
import json
import sys
import time

import numpy as np


def load_npz(path):
    with np.load(path) as file:
        return [file[name] for name in file.files]


def load_matlab(path):
    import scipy.io
    return [value for name, value in scipy.io.loadmat(path).items() if not name.startswith("__")]


def load_hdf5(path):
    import h5py
    with h5py.File(path) as file:
        return [file[name][...] for name in file]


def make(folder, awa):
    """name -> (file, peer, reader)"""
    random = np.random.default_rng(1)
    dense = np.round(random.random((4000, 1000)) * 1000).astype("float32")
    counts = random.poisson(0.3, (8000, 2000)).astype("uint8")
    files = {}
    if awa != "-":
        files["AwA, real npz"] = (awa, "numpy", load_npz)
    np.save(f"{folder}/dense.npy", dense)
    files["npy, float32"] = (f"{folder}/dense.npy", "numpy", lambda path: [np.load(path)])
    np.save(f"{folder}/fortran.npy", np.asfortranarray(dense.astype(">f4")))
    # numpy leaves both orders as they are; asking for our form makes it do the same work.
    files["npy, big-endian, Fortran order"] = (f"{folder}/fortran.npy", "numpy", lambda path: [np.ascontiguousarray(np.load(path).astype("f4"))])
    np.savez_compressed(f"{folder}/counts.npz", counts=counts)
    files["npz, deflated counts"] = (f"{folder}/counts.npz", "numpy", load_npz)
    np.savetxt(f"{folder}/dense.csv", dense[:1000], fmt="%.6g", delimiter=",")
    files["CSV, 1000 x 1000"] = (f"{folder}/dense.csv", "numpy", lambda path: [np.loadtxt(path, delimiter=",")])
    try:
        import scipy.io
        scipy.io.savemat(f"{folder}/dense.mat", {"features": dense.astype("f8")}, do_compression=True)
        files["MATLAB -v7, float64"] = (f"{folder}/dense.mat", "scipy", lambda path: [np.ascontiguousarray(a) for a in load_matlab(path)])
    except ImportError:
        pass
    try:
        import h5py
        with h5py.File(f"{folder}/dense.h5", "w") as file:
            file.create_dataset("features", data=dense, chunks=True, compression="gzip")
        files["HDF5, gzip"] = (f"{folder}/dense.h5", "h5py", load_hdf5)
        with h5py.File(f"{folder}/plain.h5", "w") as file:
            file.create_dataset("features", data=dense)
        files["HDF5, as it is"] = (f"{folder}/plain.h5", "h5py", load_hdf5)
    except ImportError:
        pass
    return files


def main():
    files = make(sys.argv[1], sys.argv[2])
    for name, (file, peer, _) in files.items():
        print(json.dumps({"name": name, "file": file, "peer": peer}), flush=True)
    print(flush=True)
    for line in sys.stdin:
        file, _, reader = files[line.strip()]
        start = time.perf_counter()
        arrays = reader(file)
        elapsed = (time.perf_counter() - start) * 1e3
        print(elapsed, sum(float(a.sum(dtype="f8")) for a in arrays if a.dtype.kind in "biuf"), flush=True)


main()
