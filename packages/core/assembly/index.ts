/** Everything the module exports: the members of `Kernels` (src/kernels/kernels.ts), and setScratch. */
export { setScratch } from './scratch'
export { forward, forwardSparse } from './forward'
export { adjointRow, adjointRowSparse, adjointSum, adjointSumSparse } from './adjoint'
export { mask, maskSparse, transformSum, transformSumSparse } from './gradient'
export { forwardClass, linear, linearAdjoint } from './classes'
export { update, updateSparse } from './update'
export { gemmTN } from './gemm'
export { cholesky64, choleskySolve64 } from './cholesky'
