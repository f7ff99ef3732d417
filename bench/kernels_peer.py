"""The kernels in numpy or torch, as bench/kernels.mjs's peers.

Each is the fastest formulation found that computes max(0, x - v) itself. Two things were tried and
matter: numpy's maximum is slow against a scalar and fast against an array of zeros, and chunks of 16
rows fit the second cache. Leaving the subtraction to the end, max(x, v) w - v w, would save numpy
a quarter or more of the dense forward, but cancels.

Usage: kernels_peer.py numpy|torch FOLDER N D S. Reads the benchmark's arrays from FOLDER, then runs one
kernel for each name on standard input and answers "milliseconds checksum", or "none".
"""
import sys
import time

import numpy as np

VISITS = 200
CHUNK = 16  # rows of x whose transformed values stay in the second cache


def load(folder, n, d, s):
    def read(name, kind=np.float32):
        return np.fromfile(f"{folder}/{name}", dtype=kind)

    v = read("v").reshape(d, s)
    a = read("spd", np.float64)
    size = int(round(len(a) ** 0.5))
    return dict(
        n=n, d=d, s=s, x=read("x").reshape(n, d), v=v, vt=np.ascontiguousarray(v.T), w=read("w"),
        beta=read("beta").reshape(n, s), starts=read("starts", np.uint32).astype(np.int64),
        indices=read("indices", np.uint32).astype(np.int64), values=read("values"),
        spd=np.asfortranarray(a.reshape(size, size)),
    )


class Numpy:
    """Per class over chunks of rows (dense), per row over its entries (sparse)."""

    def __init__(self, data):
        import scipy.linalg.lapack as lapack
        self.__dict__.update(data)
        self.potrf = lapack.dpotrf
        self.left = np.ascontiguousarray(self.x[:, :1024])
        self.right = np.ascontiguousarray(self.x[:, 1024:2048])
        self.buffer = np.empty((CHUNK, self.d), np.float32)
        self.phi = np.empty((self.d, self.s), np.float32)
        self.zeros = np.zeros(max(CHUNK, self.s) * self.d, np.float32)

    def relu(self, x, v, out):
        np.subtract(x, v, out=out)
        return np.maximum(out, self.zeros[:out.size].reshape(out.shape), out=out)

    def chunks(self):
        for i in range(0, self.n, CHUNK):
            rows = self.x[i:i + CHUNK]
            yield i, i + len(rows), rows, self.buffer[:len(rows)]

    def entries(self):
        for i in range(self.n):
            index = self.indices[self.starts[i]:self.starts[i + 1]]
            yield i, index, self.values[self.starts[i]:self.starts[i + 1], None], self.v[index]

    def forward(self):
        out = np.empty((self.n, self.s), np.float32)
        for i, j, rows, buffer in self.chunks():
            for c in range(self.s):
                out[i:j, c] = self.relu(rows, self.vt[c], buffer) @ self.w
        return out

    def forwardSparse(self):
        out = np.empty((self.n, self.s), np.float32)
        for i, index, values, phi in self.entries():
            self.relu(values, phi, phi)
            out[i] = self.w[index] @ phi
        return out

    def adjointSum(self):
        out = np.zeros(self.d)
        for i, j, rows, buffer in self.chunks():
            for c in range(self.s):
                out += self.beta[i:j, c] @ self.relu(rows, self.vt[c], buffer)
        return out

    def adjointSumSparse(self):
        out = np.zeros(self.d)
        for i, index, values, phi in self.entries():
            self.relu(values, phi, phi)
            out[index] += phi @ self.beta[i]
        return out

    def mask(self):
        out = np.zeros((self.s, self.d), np.float32)
        for i, j, rows, buffer in self.chunks():
            for c in range(self.s):
                np.greater(rows, self.vt[c], out=buffer)
                out[c] += self.beta[i:j, c] @ buffer
        return out

    def maskSparse(self):
        out = np.zeros((self.d, self.s), np.float32)
        for i, index, values, phi in self.entries():
            out[index] += (values > phi) * self.beta[i]
        return out

    def visit(self):
        w64, w = self.w.astype(np.float64), self.w.copy()
        for i in range(VISITS):
            self.relu(self.x[i][:, None], self.v, self.phi)
            w @ self.phi
            a = self.phi @ self.beta[i]
            w64 += (1e-3 / (1 + float(a @ a))) * a
            w[:] = w64
        return w

    def visitSparse(self):
        w64, w = self.w.astype(np.float64), self.w.copy()
        for i, index, values, phi in self.entries():
            if i == VISITS:
                break
            self.relu(values, phi, phi)
            w[index] @ phi
            a = phi @ self.beta[i]
            new = w64[index] + (1e-3 / (1 + float(a @ a))) * a
            w64[index] = new
            w[index] = new
        return w

    def gemm(self):
        return self.left.T @ self.right

    def syrk(self):
        return self.left.T @ self.left  # numpy calls ssyrk for a matrix times its own transpose

    def cholesky(self):
        return np.diag(self.potrf(self.work, lower=1, overwrite_a=1, clean=0)[0])

    def prepare(self, name):
        """Outside the timing: the factor is made in place, as ours is."""
        if name == "cholesky":
            self.work = self.spd.copy(order="F")


class Torch:
    """The dense kernels, in the same formulation."""

    def __init__(self, data):
        import torch
        torch.set_num_threads(1)
        self.torch = torch
        for name, value in data.items():
            setattr(self, name, torch.from_numpy(value) if isinstance(value, np.ndarray) else value)
        self.left = self.x[:, :1024].contiguous()
        self.right = self.x[:, 1024:2048].contiguous()
        self.buffer = torch.empty((CHUNK, self.d))
        self.phi = torch.empty((self.d, self.s))

    chunks = Numpy.chunks

    def relu(self, x, v, out):
        return self.torch.sub(x, v, out=out).relu_()

    def forward(self):
        out = self.torch.empty((self.n, self.s))
        for i, j, rows, buffer in self.chunks():
            for c in range(self.s):
                out[i:j, c] = self.relu(rows, self.vt[c], buffer) @ self.w
        return out

    def adjointSum(self):
        out = self.torch.zeros(self.d, dtype=self.torch.float64)
        for i, j, rows, buffer in self.chunks():
            for c in range(self.s):
                out += self.beta[i:j, c] @ self.relu(rows, self.vt[c], buffer)
        return out

    def mask(self):
        out = self.torch.zeros((self.s, self.d))
        for i, j, rows, buffer in self.chunks():
            for c in range(self.s):
                self.torch.gt(rows, self.vt[c], out=buffer)
                out[c] += self.beta[i:j, c] @ buffer
        return out

    def visit(self):
        w64, w = self.w.double(), self.w.clone()
        for i in range(VISITS):
            self.relu(self.x[i][:, None], self.v, self.phi)
            w @ self.phi
            a = self.phi @ self.beta[i]
            w64 += (1e-3 / (1 + float(a @ a))) * a
            w[:] = w64
        return w

    def gemm(self):
        return self.left.T @ self.right

    def syrk(self):
        return self.left.T @ self.left

    def cholesky(self):
        return self.torch.linalg.cholesky(self.spd).diagonal()

    def prepare(self, name):
        pass


def main():
    library, folder, n, d, s = sys.argv[1:6]
    peer = {"numpy": Numpy, "torch": Torch}[library](load(folder, int(n), int(d), int(s)))
    for line in sys.stdin:
        name = line.strip()
        run = getattr(peer, name, None)
        if run is None:
            print("none", flush=True)
            continue
        peer.prepare(name)
        start = time.perf_counter()
        result = run()
        elapsed = (time.perf_counter() - start) * 1e3
        print(f"{elapsed:.6f} {float(result.sum()):.9g}", flush=True)


main()
