/**
 * How HDF5 files begin. Apart from the reading, so that a program that meets none never loads the library.
 */
export const HDF5_SIGNATURE = '\x89HDF\r\n\x1a\n'
export const MATLAB_HEAD = 'MATLAB 7.3 MAT-file'
