// The kernels in C with AVX2 and FMA, as bench/kernels.mjs's peer: lanes are classes, S = 40 is known
// to the compiler, sums stay in registers, features go in tiles that fit the first cache.
// Reads the benchmark's arrays from files, then runs one kernel for each name on standard input and
// answers "milliseconds checksum". Compile with -O3 -march=native -mno-avx512f -ffast-math.
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define S 40
#define L 5 /* vectors of 8 classes */
#define TILE 256
#define ROWS 64
#define VISITS 200

static int N, D;
static float *x, *v, *w, *w2, *beta, *out, *grad, *values;
static double *w64, *out64;
static uint32_t *starts, *indices;

static inline __m256 relu(__m256 a, __m256 b) { return _mm256_max_ps(_mm256_setzero_ps(), _mm256_sub_ps(a, b)); }

static inline float hsum(__m256 a) {
  __m128 h = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  h = _mm_add_ps(h, _mm_movehl_ps(h, h));
  return _mm_cvtss_f32(_mm_add_ss(h, _mm_movehdup_ps(h)));
}

static void forward(const float *x, int n, const float *w, float *out) {
  memset(out, 0, sizeof(float) * n * S);
  for (int t = 0; t < D; t += TILE) {
    int end = t + TILE < D ? t + TILE : D, i = 0;
    for (; i + 2 <= n; i += 2) {
      __m256 a[L], b[L];
      for (int l = 0; l < L; l++) a[l] = b[l] = _mm256_setzero_ps();
      const float *xa = x + (size_t)i * D, *xb = xa + D;
      for (int m = t; m < end; m++) {
        __m256 wm = _mm256_set1_ps(w[m]), pa = _mm256_set1_ps(xa[m]), pb = _mm256_set1_ps(xb[m]);
        for (int l = 0; l < L; l++) {
          __m256 r = _mm256_loadu_ps(v + m * S + 8 * l);
          a[l] = _mm256_fmadd_ps(wm, relu(pa, r), a[l]);
          b[l] = _mm256_fmadd_ps(wm, relu(pb, r), b[l]);
        }
      }
      for (int l = 0; l < L; l++) {
        float *o = out + i * S + 8 * l;
        _mm256_storeu_ps(o, _mm256_add_ps(_mm256_loadu_ps(o), a[l]));
        _mm256_storeu_ps(o + S, _mm256_add_ps(_mm256_loadu_ps(o + S), b[l]));
      }
    }
    for (; i < n; i++) {
      __m256 a[L];
      for (int l = 0; l < L; l++) a[l] = _mm256_setzero_ps();
      for (int m = t; m < end; m++) {
        __m256 wm = _mm256_set1_ps(w[m]), pa = _mm256_set1_ps(x[(size_t)i * D + m]);
        for (int l = 0; l < L; l++) a[l] = _mm256_fmadd_ps(wm, relu(pa, _mm256_loadu_ps(v + m * S + 8 * l)), a[l]);
      }
      for (int l = 0; l < L; l++) {
        float *o = out + i * S + 8 * l;
        _mm256_storeu_ps(o, _mm256_add_ps(_mm256_loadu_ps(o), a[l]));
      }
    }
  }
}

static void forwardSparse(int from, int n, const float *w, float *out) {
  for (int i = 0; i < n; i++) {
    __m256 a[L];
    for (int l = 0; l < L; l++) a[l] = _mm256_setzero_ps();
    for (uint32_t e = starts[from + i]; e < starts[from + i + 1]; e++) {
      uint32_t m = indices[e];
      __m256 wm = _mm256_set1_ps(w[m]), p = _mm256_set1_ps(values[e]);
      for (int l = 0; l < L; l++) a[l] = _mm256_fmadd_ps(wm, relu(p, _mm256_loadu_ps(v + m * S + 8 * l)), a[l]);
    }
    for (int l = 0; l < L; l++) _mm256_storeu_ps(out + i * S + 8 * l, a[l]);
  }
}

// References of one feature stay in registers while a block of rows goes by.
static void adjointSum(void) {
  float column[16][ROWS];
  for (int i0 = 0; i0 < N; i0 += ROWS) {
    int n = N - i0 < ROWS ? N - i0 : ROWS;
    for (int m0 = 0; m0 < D; m0 += 16) {
      for (int i = 0; i < n; i++) for (int m = 0; m < 16; m++) column[m][i] = x[(size_t)(i0 + i) * D + m0 + m];
      for (int m = 0; m < 16; m++) {
        __m256 r[L], a[L];
        for (int l = 0; l < L; l++) r[l] = _mm256_loadu_ps(v + (m0 + m) * S + 8 * l), a[l] = _mm256_setzero_ps();
        for (int i = 0; i < n; i++) {
          __m256 p = _mm256_set1_ps(column[m][i]);
          for (int l = 0; l < L; l++) a[l] = _mm256_fmadd_ps(_mm256_loadu_ps(beta + (i0 + i) * S + 8 * l), relu(p, r[l]), a[l]);
        }
        out64[m0 + m] += hsum(_mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a[0], a[1]), _mm256_add_ps(a[2], a[3])), a[4]));
      }
    }
  }
}

static inline float adjointOne(float value, const float *r, const __m256 *b) {
  __m256 p = _mm256_set1_ps(value), a = _mm256_setzero_ps();
  for (int l = 0; l < L; l++) a = _mm256_fmadd_ps(b[l], relu(p, _mm256_loadu_ps(r + 8 * l)), a);
  return hsum(a);
}

static void adjointSumSparse(void) {
  for (int i = 0; i < N; i++) {
    __m256 b[L];
    for (int l = 0; l < L; l++) b[l] = _mm256_loadu_ps(beta + i * S + 8 * l);
    for (uint32_t e = starts[i]; e < starts[i + 1]; e++) out64[indices[e]] += adjointOne(values[e], v + indices[e] * S, b);
  }
}

static void mask(void) {
  float column[16][ROWS];
  for (int i0 = 0; i0 < N; i0 += ROWS) {
    int n = N - i0 < ROWS ? N - i0 : ROWS;
    for (int m0 = 0; m0 < D; m0 += 16) {
      for (int i = 0; i < n; i++) for (int m = 0; m < 16; m++) column[m][i] = x[(size_t)(i0 + i) * D + m0 + m];
      for (int m = 0; m < 16; m++) {
        __m256 r[L], a[L];
        float *o = grad + (m0 + m) * S;
        for (int l = 0; l < L; l++) r[l] = _mm256_loadu_ps(v + (m0 + m) * S + 8 * l), a[l] = _mm256_loadu_ps(o + 8 * l);
        for (int i = 0; i < n; i++) {
          __m256 p = _mm256_set1_ps(column[m][i]);
          for (int l = 0; l < L; l++) a[l] = _mm256_add_ps(a[l], _mm256_and_ps(_mm256_loadu_ps(beta + (i0 + i) * S + 8 * l), _mm256_cmp_ps(p, r[l], _CMP_GT_OQ)));
        }
        for (int l = 0; l < L; l++) _mm256_storeu_ps(o + 8 * l, a[l]);
      }
    }
  }
}

static void maskSparse(void) {
  for (int i = 0; i < N; i++) {
    __m256 b[L];
    for (int l = 0; l < L; l++) b[l] = _mm256_loadu_ps(beta + i * S + 8 * l);
    for (uint32_t e = starts[i]; e < starts[i + 1]; e++) {
      const float *r = v + indices[e] * S;
      float *o = grad + indices[e] * S;
      __m256 p = _mm256_set1_ps(values[e]);
      for (int l = 0; l < L; l++)
        _mm256_storeu_ps(o + 8 * l, _mm256_add_ps(_mm256_loadu_ps(o + 8 * l), _mm256_and_ps(b[l], _mm256_cmp_ps(p, _mm256_loadu_ps(r + 8 * l), _CMP_GT_OQ))));
    }
  }
}

// One visit of the w-step: p = Phi w, a = Phi' beta, |a|^2, w += step a.
static void visits(void) {
  static float a[1 << 16];
  for (int i = 0; i < VISITS; i++) {
    forward(x + (size_t)i * D, 1, w2, out + i * S);
    __m256 b[L];
    for (int l = 0; l < L; l++) b[l] = _mm256_loadu_ps(beta + i * S + 8 * l);
    double norm = 0;
    for (int m = 0; m < D; m++) a[m] = adjointOne(x[(size_t)i * D + m], v + m * S, b);
    for (int m = 0; m < D; m++) norm += (double)a[m] * a[m];
    double step = 1e-3 / (1 + norm);
    for (int m = 0; m < D; m++) w2[m] = (float)(w64[m] += step * a[m]);
  }
}

static void visitsSparse(void) {
  static float a[1 << 16];
  for (int i = 0; i < VISITS; i++) {
    forwardSparse(i, 1, w2, out + i * S);
    __m256 b[L];
    for (int l = 0; l < L; l++) b[l] = _mm256_loadu_ps(beta + i * S + 8 * l);
    double norm = 0;
    uint32_t from = starts[i], count = starts[i + 1] - from;
    for (uint32_t e = 0; e < count; e++) a[e] = adjointOne(values[from + e], v + indices[from + e] * S, b);
    for (uint32_t e = 0; e < count; e++) norm += (double)a[e] * a[e];
    double step = 1e-3 / (1 + norm);
    for (uint32_t e = 0; e < count; e++) w2[indices[from + e]] = (float)(w64[indices[from + e]] += step * a[e]);
  }
}

static void *slurp(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  void *data = aligned_alloc(64, (size + 127) / 64 * 64);
  if (fread(data, 1, size, file) != (size_t)size) exit(2);
  fclose(file);
  return data;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static double total(const float *a, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i];
  return sum;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  N = atoi(argv[2]), D = atoi(argv[3]);
  x = slurp(argv[1], "x"), v = slurp(argv[1], "v"), w = slurp(argv[1], "w"), beta = slurp(argv[1], "beta");
  starts = slurp(argv[1], "starts"), indices = slurp(argv[1], "indices"), values = slurp(argv[1], "values");
  out = calloc((size_t)N * S, 4), grad = calloc((size_t)D * S, 4), out64 = calloc(D, 8), w64 = calloc(D, 8), w2 = calloc(D, 4);
  char name[64];
  while (scanf("%63s", name) == 1) {
    memset(out64, 0, D * 8), memset(grad, 0, (size_t)D * S * 4);
    for (int m = 0; m < D; m++) w64[m] = w2[m] = w[m];
    double check = 0, start = now(), time;
    if (!strcmp(name, "forward")) forward(x, N, w, out);
    else if (!strcmp(name, "forwardSparse")) forwardSparse(0, N, w, out);
    else if (!strcmp(name, "adjointSum")) adjointSum();
    else if (!strcmp(name, "adjointSumSparse")) adjointSumSparse();
    else if (!strcmp(name, "mask")) mask();
    else if (!strcmp(name, "maskSparse")) maskSparse();
    else if (!strcmp(name, "visit")) visits();
    else if (!strcmp(name, "visitSparse")) visitsSparse();
    else { puts("none"); fflush(stdout); continue; }
    time = now() - start;
    if (!strncmp(name, "forward", 7)) check = total(out, (size_t)N * S);
    else if (!strncmp(name, "adjoint", 7)) for (int m = 0; m < D; m++) check += out64[m];
    else if (!strncmp(name, "mask", 4)) check = total(grad, (size_t)D * S);
    else check = total(w2, D);
    printf("%.6f %.9g\n", time, check);
    fflush(stdout);
  }
}
