#!/usr/bin/python3
"""Golden MATLAB files and what they hold (expected.json), made by scipy.io.savemat or, where scipy cannot
(big-endian, values stored in smaller types, UTF-16), put together here by hand and read back by scipy.

    /usr/bin/python3 make.py              writes the files, checks all of them, and written.mat, by scipy
    /usr/bin/python3 make.py --xlsa17 DIR prints what the real att_splits.mat in DIR hold (xlsa17.json)

Expected values are stated beside each array, never taken from a reader. Integers of 64 bits, NaN and
infinities are texts in the JSON.
"""
import glob, hashlib, json, os, struct, sys
import numpy as np
import scipy, scipy.io, scipy.sparse

here = os.path.dirname(os.path.abspath(__file__))
NUMBERS = ['float64', 'float32', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64']


def plain(value):
    if isinstance(value, (str, np.str_)):
        return str(value)
    if isinstance(value, (float, np.floating)):
        value = float(value)
        return value if np.isfinite(value) else {'nan': 'NaN', 'inf': 'Infinity', '-inf': '-Infinity'}[str(value)]
    return int(value)


def array(name, values, type=None, shape=None):
    """One expected array; shapes as in MATLAB."""
    values = np.asarray(values)
    type = type or ('bool' if values.dtype == bool else 'text' if values.dtype.kind == 'U' else str(values.dtype))
    data = [plain(v) for v in values.reshape(-1)]
    if type in ('int64', 'uint64'):
        data = [str(v) for v in data]
    return {'name': name, 'type': type, 'shape': list(values.shape if shape is None else shape), 'data': data}


def strings(texts, shape):
    cells = np.empty(len(texts), dtype=object)
    cells[:] = texts
    return cells.reshape(shape)


expected = {}


def save(file, arrays, holds, compressed):
    scipy.io.savemat(os.path.join(here, file), arrays, do_compression=compressed, oned_as='column')
    with open(os.path.join(here, file), 'r+b') as f:  # scipy writes the date here; the same run gives the same bytes
        f.write(b'MATLAB 5.0 MAT-file Platform: posix, Created by make.py'.ljust(116))
    expected[file] = holds


# every class, at its limits
extremes = {}
for type in NUMBERS:
    if type.startswith('float'):
        info = np.finfo(type)
        values = [info.min, info.max, info.tiny, -0.0, np.nan, np.inf]
    else:
        info = np.iinfo(type)
        values = [info.min, info.max, 0, 1, 2, 3]
    extremes[type] = np.array(values, dtype=type).reshape(2, 3)
logical = np.array([[True, False, True], [False, False, True]])
cube = np.arange(24, dtype='int16').reshape(2, 3, 4)
hyper = np.arange(2 * 1 * 3 * 2 * 2, dtype='float32').reshape(2, 1, 3, 2, 2)
big = (np.arange(37 * 33) % 251 - 100).astype('float64').reshape(37, 33)
numbers = {**{'x_' + t: a for t, a in extremes.items()}, 'yes': logical, 'scalar': 2.5, 'column': np.arange(5.0), 'cube': cube, 'hyper': hyper, 'big': big}
numbers_hold = [array('x_' + t, a) for t, a in extremes.items()] + [
    array('yes', logical), array('scalar', [[2.5]]), array('column', np.arange(5.0).reshape(5, 1)), array('cube', cube), array('hyper', hyper), array('big', big)]
for file, compressed in [('numbers.mat', False), ('numbers-compressed.mat', True)]:
    save(file, numbers, numbers_hold, compressed)

# texts: one, several rows, cells, cells of cells, unicode
names = ['chat à la crème', 'Ωmega', '熊猫', '', 'o_o', "a, 'b' \"c\""]
nested = np.empty((3, 1), dtype=object)
for i, text in enumerate(['antelope', 'grizzly+bear', 'killer whale']):
    nested[i, 0] = strings([text], (1, 1))
texts = {
    'one': 'hello  world ', 'unicode': 'Zebrä 斑马', 'astral': 'dolphin 🐬!', 'nothing': '',
    'rows': np.array(['short', 'the longest', 'mid  le']), 'column': strings(names, (6, 1)), 'row': strings(names, (1, 6)),
    'matrix': strings(names, (2, 3)), 'nested': nested, 'none': np.empty((0, 0), dtype=object),
}
texts_hold = [
    array('one', 'hello  world '), array('unicode', 'Zebrä 斑马'), array('astral', 'dolphin 🐬!'), array('nothing', ''),
    array('rows', ['short', 'the longest', 'mid  le']), array('column', names, shape=[6, 1]), array('row', names, shape=[1, 6]),
    array('matrix', names, shape=[2, 3]), array('nested', ['antelope', 'grizzly+bear', 'killer whale'], shape=[3, 1]),
    {'name': 'none', 'type': 'text', 'shape': [0, 0], 'data': []},
]
for file, compressed in [('texts.mat', False), ('texts-compressed.mat', True)]:
    save(file, texts, texts_hold, compressed)

# trees: structs, struct arrays, mixed cells, sparse, complex, empty
people = np.array([('Ada', 36.0, np.array([1, 2], dtype='uint8')), ('Émile', 42.0, np.array([3], dtype='uint8'))], dtype=[('name', object), ('age', object), ('codes', object)])
mixed = np.empty((1, 3), dtype=object)
mixed[0, 0], mixed[0, 1], mixed[0, 2] = np.array([[1.0, 2.0]]), 'two', strings(['a', 'b'], (1, 2))
square = np.empty((2, 2), dtype=object)
square[0, 0], square[0, 1], square[1, 0], square[1, 1] = 'p', 1.0, 2.0, 's'
counted = np.empty((1, 3), dtype=object)
counted[0, 0], counted[0, 1], counted[0, 2] = 1.0, 2.0, 3.0
sparse = scipy.sparse.csc_matrix(np.array([[0, 1.5, 0, 0], [2, 0, 0, -3], [0, 0, 0, 4]]))
trees = {
    's': {'number': 1.0, 'text': 'inner', 'deep': {'list': np.arange(3, dtype='int32'), 'yes': np.array([[True]])}, 'names': strings(['x', 'y'], (2, 1))},
    'people': people.reshape(1, 2), 'mixed': mixed, 'square': square, 'counted': counted,
    'sparse': sparse, 'sparse_bool': scipy.sparse.csc_matrix(np.eye(2, dtype=bool)), 'sparse_empty': scipy.sparse.csc_matrix((3, 2)),
    'sparse_complex': scipy.sparse.csc_matrix(np.array([[1 + 2j, 0], [0, 3j]])),
    'complex': np.array([[1 + 2j, complex(0, -3)], [4, 5 - 6j], [0, 1]]),
    'empty': np.zeros((0, 0)), 'wide': np.zeros((0, 5), dtype='int8'), 'flat': np.zeros((3, 0, 2), dtype='float32'),
}


def triplets(name, rows, columns, values, shape):
    i = lambda x: np.array(x, dtype='int32')
    return [array(name + '.rows', i(rows)), array(name + '.columns', i(columns)), *values, array(name + '.shape', i(shape))]


trees_hold = [
    array('s.number', [[1.0]]), array('s.text', 'inner'), array('s.deep.list', np.arange(3, dtype='int32').reshape(3, 1)), array('s.deep.yes', [[True]]), array('s.names', ['x', 'y'], shape=[2, 1]),
    array('people.name', ['Ada', 'Émile'], shape=[1, 2]), array('people.age', [[36.0, 42.0]]),
    array('people(1).codes', np.array([[1], [2]], dtype='uint8')), array('people(2).codes', np.array([[3]], dtype='uint8')),
    array('mixed{1}', [[1.0, 2.0]]), array('mixed{2}', 'two'), array('mixed{3}', ['a', 'b'], shape=[1, 2]),
    array('square{1,1}', 'p'), array('square{1,2}', [[1.0]]), array('square{2,1}', [[2.0]]), array('square{2,2}', 's'),
    array('counted', [[1.0, 2.0, 3.0]]),
    *triplets('sparse', [1, 0, 1, 2], [0, 1, 3, 3], [array('sparse.values', [2.0, 1.5, -3.0, 4.0])], [3, 4]),
    *triplets('sparse_bool', [0, 1], [0, 1], [array('sparse_bool.values', [True, True])], [2, 2]),
    *triplets('sparse_empty', [], [], [array('sparse_empty.values', np.zeros(0))], [3, 2]),
    *triplets('sparse_complex', [0, 1], [0, 1], [array('sparse_complex.values.real', [1.0, 0.0]), array('sparse_complex.values.imag', [2.0, 3.0])], [2, 2]),
    array('complex.real', [[1.0, 0.0], [4.0, 5.0], [0.0, 1.0]]), array('complex.imag', [[2.0, -3.0], [0.0, -6.0], [0.0, 0.0]]),
    array('empty', np.zeros((0, 0))), array('wide', np.zeros((0, 5), dtype='int8')), array('flat', np.zeros((3, 0, 2), dtype='float32')),
]
for file, compressed in [('trees.mat', False), ('trees-compressed.mat', True)]:
    save(file, trees, trees_hold, compressed)

# by hand: what MATLAB itself writes and scipy does not
CODES = {'i1': 1, 'u1': 2, 'i2': 3, 'u2': 4, 'i4': 5, 'u4': 6, 'f4': 7, 'f8': 9, 'i8': 12, 'u8': 13}
CLASSES = {t: 6 + i for i, t in enumerate(NUMBERS)}


class Hand:
    def __init__(self, order):
        self.order = order
        self.file = b'MATLAB 5.0 MAT-file, by hand'.ljust(116) + b' ' * 8 + struct.pack(order + 'H', 0x0100) + struct.pack(order + 'H', 0x4D49)

    def element(self, code, data):
        if 0 < len(data) <= 4:
            return struct.pack(self.order + 'I', len(data) << 16 | code) + data.ljust(4, b'\0')
        return struct.pack(self.order + 'II', code, len(data)) + data + b'\0' * (-len(data) % 8)

    def stored(self, values, storage):
        return self.element(CODES[storage], np.asarray(values).astype(self.order + storage).tobytes(order='F'))

    def matrix(self, name, flags, shape, contents):
        data = self.element(6, struct.pack(self.order + 'II', flags, 0)) + self.element(5, struct.pack(self.order + 'i' * len(shape), *shape)) + self.element(1, name.encode()) + contents
        return struct.pack(self.order + 'II', 14, len(data)) + data

    def add(self, *arguments):
        self.file += self.matrix(*arguments)


def by_hand(file, order):
    hand, holds = Hand(order), []
    counts = np.array([[0, 1, 2], [200, 255, 9]])
    for type in NUMBERS:
        hand.add('small_' + type, CLASSES[type], (2, 3), hand.stored(counts if type != 'int8' else counts % 100, 'u1'))
        holds.append(array('small_' + type, (counts if type != 'int8' else counts % 100).astype(type)))
    for storage, values in {'i1': [-1, 2], 'i2': [-300, 2], 'u2': [60000, 1], 'i4': [-70000, 1], 'u4': [4000000000, 1], 'f4': [0.5, -2.25], 'f8': [0.1, 1e300], 'i8': [-5, 6], 'u8': [2**53, 0]}.items():
        hand.add('as_' + storage, 6, (1, 2), hand.stored(values, storage))
        holds.append(array('as_' + storage, np.array([values], dtype='float64')))
    large = [[2**63 - 1, -(2**63), -2]]
    hand.add('large', 14, (1, 3), hand.stored(np.array(large, dtype='int64'), 'i8'))
    holds.append(array('large', np.array(large, dtype='int64')))
    hand.add('yes', 9 | 0x200, (1, 3), hand.stored([1, 0, 1], 'u1'))
    holds.append(array('yes', [[True, False, True]]))
    hand.add('ints_complex', 10 | 0x800, (1, 2), hand.stored([1, 2], 'i2') + hand.stored([-3, 4], 'i1'))
    holds += [array('ints_complex.real', np.array([[1, 2]], dtype='int16')), array('ints_complex.imag', np.array([[-3, 4]], dtype='int16'))]
    text = 'Ünï 🐬'
    units = text.encode('utf-16-be' if order == '>' else 'utf-16-le')
    hand.add('utf16', 4, (1, len(units) // 2), hand.element(17, units))
    hand.add('uint16', 4, (1, len(units) // 2), hand.element(4, units))
    hand.add('utf32', 4, (1, len(text)), hand.element(18, text.encode('utf-32-be' if order == '>' else 'utf-32-le')))
    hand.add('utf8', 4, (1, len(text)), hand.element(16, text.encode()))
    hand.add('utf8_units', 4, (1, len(units) // 2), hand.element(16, text.encode()))
    holds += [array(name, text) for name in ['utf16', 'uint16', 'utf32', 'utf8', 'utf8_units']]
    hand.add('latin1', 4, (1, 4), hand.element(1, 'Übel'.encode('latin-1')))
    hand.add('rows', 4, (2, 3), hand.stored([ord(c) for c in 'añbo '] + [ord('x')], 'u2'))
    holds += [array('latin1', 'Übel'), array('rows', ['ab', 'ñox'])]
    cell = lambda t: hand.matrix('', 4, (1, len(t)), hand.stored([ord(c) for c in t], 'u2'))
    hand.add('cells', 1, (3, 1), cell('bear') + struct.pack(order + 'II', 14, 0) + cell('ox'))  # an unfilled cell has no bytes
    holds.append(array('cells', ['bear', '', 'ox'], shape=[3, 1]))
    hand.add('', 9, (1, 4), hand.stored([1, 2, 3, 4], 'u1'))  # MATLAB's private workspace: nameless, left out
    with open(os.path.join(here, file), 'wb') as f:
        f.write(hand.file)
    expected[file] = holds


by_hand('by-hand-little.mat', '<')
by_hand('by-hand-big.mat', '>')

# refused, with a word why
scipy.io.savemat(os.path.join(here, 'level-4.mat'), {'a': np.eye(2)}, format='4')
with open(os.path.join(here, 'version-7.3.mat'), 'wb') as f:
    f.write(b'MATLAB 7.3 MAT-file, Platform: GLNXA64, Created by make.py HDF5 schema 1.00 .'.ljust(116) + b'\0' * 8 + struct.pack('<HH', 0x0200, 0x4D49))
    f.write(b'\0' * 384 + b'\x89HDF\r\n\x1a\n' + b'\0' * 24)
hand = Hand('<')
hand.add('handle', 16, (1, 1), hand.matrix('', 4, (1, 1), hand.element(4, b'f\0')))
with open(os.path.join(here, 'function.mat'), 'wb') as f:
    f.write(hand.file)
hand = Hand('<')
data = hand.element(6, struct.pack('<II', 17, 0)) + hand.element(1, b'words') + hand.element(1, b'MCOS') + hand.element(1, b'string')
hand.file += struct.pack('<II', 14, len(data)) + data
with open(os.path.join(here, 'object.mat'), 'wb') as f:
    f.write(hand.file)

# what our writer writes (make-written.mjs): plain arrays only
expected['written.mat'] = numbers_hold + [
    array('one', 'hello  world '), array('unicode', 'Zebrä 斑马'), array('nothing', ''), array('texts', names, shape=[6, 1]),
    array('matrix', names, shape=[2, 3]), {'name': 'none', 'type': 'text', 'shape': [0, 0], 'data': []}, array('empty', np.zeros((0, 3)))]


def number(text):
    return {'NaN': np.nan, 'Infinity': np.inf, '-Infinity': -np.inf}.get(text, text)


def check(file):
    """The file, read by scipy, holds what is expected; what scipy names or counts otherwise is left out and said."""
    unlike = []
    for want in expected[file]:
        try:
            have = scipy.io.loadmat(os.path.join(here, file), mat_dtype=True, uint16_codec='utf-16-be' if 'big' in file else 'utf-16-le', variable_names=[want['name']]).get(want['name'])
        except TypeError:  # scipy counts characters outside the basic plane once, MATLAB twice
            have = None
        text = want['type'] == 'text'
        if have is None or isinstance(have, scipy.sparse.spmatrix) or (have.dtype == object and not text):
            unlike.append(want['name'])
        elif text:
            texts = [inner(cell) for cell in have.reshape(-1)]
            if '\ufffd' in ''.join(texts):  # scipy takes bytes for UTF-8, MATLAB for characters
                unlike.append(want['name'])
                continue
            assert [t.rstrip() if len(want['shape']) == 1 else t for t in texts] == want['data'] or (texts == [] and want['data'] == ['']), (file, want, texts)
        else:
            integer = want['type'] in ('int64', 'uint64')
            data = np.array([int(v) if integer else number(v) for v in want['data']], dtype=want['type']).reshape(want['shape'])
            assert have.shape == data.shape and have.dtype.newbyteorder('=') == data.dtype, (file, want['name'], have.shape, have.dtype)
            assert np.array_equal(have, data, equal_nan='float' in want['type']), (file, want['name'], have)
    print(f"{file}: scipy {scipy.__version__} agrees on {len(expected[file]) - len(unlike)} arrays; not asked: {', '.join(unlike) or 'none'}")


def inner(cell):
    while isinstance(cell, np.ndarray):
        cell = cell.reshape(-1)[0] if cell.size else ''
    return str(cell)


def describe(folder):
    out = {}
    for path in sorted(glob.glob(os.path.join(folder, '*', 'att_splits.mat'))):
        found = scipy.io.loadmat(path, mat_dtype=True)
        classes = [inner(c) for c in found['allclasses_names'].reshape(-1)]
        digest = lambda values: hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()[:16]
        locations = {name: found[name].reshape(-1).astype('int64') - 1 for name in sorted(found) if name.endswith('_loc')}
        out[os.path.basename(os.path.dirname(path))] = {
            'arrays': {name: {'shape': list(v.shape), 'type': 'text' if v.dtype == object else str(v.dtype)} for name, v in sorted(found.items()) if not name.startswith('__')},
            'classes': {'count': len(classes), 'first': classes[:3], 'last': classes[-2:], 'sha256': hashlib.sha256('\n'.join(classes).encode()).hexdigest()[:16]},
            'attributes': found['att'].shape[0],
            'signatures_sha256': digest(found['att'].T.astype('float64')),
            'original_sha256': digest(found['original_att'].T.astype('float64')),
            'splits': {name: {'count': len(v), 'first': v[:3].tolist(), 'max': int(v.max()), 'sha256': digest(v.astype('int32'))} for name, v in locations.items()},
        }
    return out


def write_json(file, value):
    with open(os.path.join(here, file), 'w') as f:
        if file == 'expected.json':  # one array a line
            f.write('{\n' + ',\n'.join(f'{json.dumps(k)}: [\n' + ',\n'.join(json.dumps(a, ensure_ascii=False) for a in v) + '\n]' for k, v in value.items()) + '\n}\n')
        else:
            f.write('{\n' + ',\n'.join(f'{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}' for k, v in value.items()) + '\n}' + '\n')


if sys.argv[1:2] == ['--xlsa17']:
    write_json('xlsa17.json', describe(sys.argv[2]))
write_json('expected.json', expected)
for file in expected:
    if os.path.exists(os.path.join(here, file)):
        check(file)
    else:
        print(f'{file}: not there yet')
