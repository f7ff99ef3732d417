#!/usr/bin/python3
"""Golden HDF5 files, made by h5py, and what they hold (expected.json).

    /usr/bin/python3 make.py

The MATLAB files (-v7.3) imitate what MATLAB writes: 512 bytes of text before the HDF5 signature, every array with
its axes reversed and its class as attribute, cells as references into #refs#. They hold the variables of
packages/data/golden/matlab/{numbers,texts,trees}.mat (-v7, by scipy), so that both readers can be held to each
other. Expected values of the others are stated beside each array.
"""
import json, os, warnings
import h5py, numpy as np, scipy.io, scipy.sparse

here = os.path.dirname(os.path.abspath(__file__))
matlab5 = os.path.join(here, '..', '..', '..', 'core', 'golden', 'matlab')
warnings.simplefilter('ignore', np.exceptions.ComplexWarning if hasattr(np, 'exceptions') else np.ComplexWarning)
expected = {}


def plain(value):
    if isinstance(value, (str, np.str_)):
        return str(value)
    if isinstance(value, (float, np.floating)):
        value = float(value)
        return str(value) if not np.isfinite(value) else repr(value)
    return str(int(value))


def array(name, type, values, shape=None):
    values = np.asarray(values)
    return {'name': name, 'type': type, 'shape': list(values.shape if shape is None else shape), 'data': [plain(v) for v in values.reshape(-1)]}


def open_new(file, **options):
    return h5py.File(os.path.join(here, file), 'w', track_order=False, **options)


# every type, both byte orders
with open_new('types.h5') as f:
    holds = []
    for kind, type in [('i1', 'int8'), ('u1', 'uint8'), ('i2', 'int16'), ('u2', 'uint16'), ('i4', 'int32'), ('u4', 'uint32'), ('i8', 'int64'), ('u8', 'uint64'), ('f2', 'float16'), ('f4', 'float32'), ('f8', 'float64')]:
        if kind[0] == 'f':
            info = np.finfo(kind)
            values = np.array([info.min, info.max, info.tiny, -0.0, np.nan, np.inf], dtype=kind).reshape(2, 3)
        else:
            info = np.iinfo(kind)
            values = np.array([info.min, info.max, 0, 1, 2, 3], dtype=kind).reshape(2, 3)
        for order, place in [('<', 'little'), ('>', 'big')]:
            if order == '>' and kind[1] == '1':
                continue
            f.create_dataset(f'{place}/{kind}', data=values.astype(order + kind), track_times=False)
            holds.append(array(f'{place}/{kind}', type, values))
    expected['types.h5'] = sorted(holds, key=lambda a: a['name'])

# texts
words = ['zebra', 'chat à la crème', '熊猫', '', 'dolphin 🐬']
with open_new('texts.h5') as f:
    f.create_dataset('a_fixed', data=np.array([b'bear', b'ox', b''], dtype='S6'), track_times=False)
    f.create_dataset('b_fixed_utf8', data=np.array([w.encode() for w in words], dtype=h5py.string_dtype('utf-8', 24)), track_times=False)
    f.create_dataset('c_variable', data=np.array(words, dtype=object).reshape(5, 1), dtype=h5py.string_dtype(), track_times=False)
    f.create_dataset('d_variable_ascii', data=np.array(['one', 'two'], dtype=object), dtype=h5py.string_dtype('ascii'), track_times=False)
    f.create_dataset('e_scalar', data='alone', track_times=False)
    padded = h5py.h5t.C_S1.copy()
    padded.set_size(6)
    padded.set_strpad(h5py.h5t.STR_SPACEPAD)
    space = h5py.h5s.create_simple((2,))
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_obj_track_times(False)
    h5py.h5d.create(f.id, b'f_spaces', padded, space, plist).write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([b'ab    ', b' cd   '], dtype='S6'), padded)
    f.create_dataset('g_never_written', (2, 2), dtype=h5py.string_dtype(), track_times=False)
    expected['texts.h5'] = [
        array('a_fixed', 'text', ['bear', 'ox', '']), array('b_fixed_utf8', 'text', words), array('c_variable', 'text', words, [5, 1]),
        array('d_variable_ascii', 'text', ['one', 'two']), array('e_scalar', 'text', 'alone'), array('f_spaces', 'text', ['ab', ' cd']),
        array('g_never_written', 'text', ['', '', '', ''], [2, 2])]

# layouts and the rest
grid = np.arange(12 * 10, dtype='float32').reshape(12, 10)
with open_new('layouts.h5') as f:
    f.create_dataset('chunked', data=grid, chunks=(5, 4), track_times=False)
    f.create_dataset('deflated', data=grid, chunks=(4, 8), compression='gzip', shuffle=True, fletcher32=True, track_times=False)
    f.create_dataset('deep/er/cube', data=np.arange(24, dtype='int16').reshape(2, 3, 4), track_times=False)
    f.create_dataset('empty', shape=(0, 4), dtype='f8', track_times=False)
    f.create_dataset('nothing', data=h5py.Empty('f4'), track_times=False)
    f.create_dataset('offset', data=np.array([5, 5, 6, 9, 7], dtype='int32'), chunks=(5,), scaleoffset=0, track_times=False)
    f.create_dataset('scalar', data=np.float64(2.5), track_times=False)
    f.create_dataset('true', data=np.array([[True, False], [False, True]]), track_times=False)
    f['alias'] = h5py.SoftLink('/deep/er/cube')
    f['lost'] = h5py.SoftLink('/not/there')
    f['deep/back'] = f['/']
    compound = np.array([(1, 0.5, b'ab'), (2, 1.5, b'c')], dtype=[('id', '<i4'), ('weight', '>f8'), ('tag', 'S3')])
    f.create_dataset('table', data=compound, track_times=False)
    f.create_dataset('table_big', data=np.array([(1, 0.5), (2, 1.5)], dtype=[('id', '>i4'), ('weight', '>f8')]), track_times=False)
    f.create_dataset('vectors', shape=(3,), dtype=np.dtype(('>i2', (2,))), track_times=False)
    f['vectors'][...] = np.arange(6, dtype='int8').reshape(3, 2)
    f.create_dataset('z_complex', data=np.array([1 + 2j, 3 - 4j]), track_times=False)
    cube = np.arange(24).reshape(2, 3, 4)
    expected['layouts.h5'] = [
        array('alias', 'int16', cube), array('chunked', 'float32', grid), array('deep/er/cube', 'int16', cube), array('deflated', 'float32', grid),
        array('empty', 'float64', np.zeros((0, 4))), array('nothing', 'float32', np.zeros(0)), array('offset', 'int32', [5, 5, 6, 9, 7]), array('scalar', 'float64', 2.5),
        array('table.id', 'int32', [1, 2]), array('table.weight', 'float64', [0.5, 1.5]), array('table.tag', 'text', ['ab', 'c']),
        array('table_big.id', 'int32', [1, 2]), array('table_big.weight', 'float64', [0.5, 1.5]),
        array('true', 'bool', [[True, False], [False, True]]), array('vectors', 'int16', np.arange(6).reshape(3, 2)),
        array('z_complex.r', 'float64', [1.0, 3.0]), array('z_complex.i', 'float64', [2.0, -4.0])]

with open_new('newest.h5', libver='latest') as f:
    f.create_dataset('features', data=grid[:5, :4], chunks=(2, 2), maxshape=(None, 4), track_times=False)
    f.create_dataset('labels', data=np.arange(5, dtype='u1'), track_times=False)
expected['newest.h5'] = [array('features', 'float32', grid[:5, :4]), array('labels', 'uint8', np.arange(5))]

# small ones to be mangled
with open_new('small.h5') as f:
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_obj_track_times(False)
    plist.set_layout(h5py.h5d.COMPACT)
    values = np.arange(6, dtype='f4').reshape(2, 3)
    h5py.h5d.create(f.id, b'a', h5py.h5t.IEEE_F32LE, h5py.h5s.create_simple((2, 3)), plist).write(h5py.h5s.ALL, h5py.h5s.ALL, values)
with open_new('small-chunked.h5', libver='latest') as f:
    f.create_dataset('g/a', data=np.arange(6, dtype='>i2').reshape(2, 3), chunks=(1, 3), compression='gzip', track_times=False)
    f.create_dataset('t', data=np.array(['ab', 'ç'], dtype=object), dtype=h5py.string_dtype(), track_times=False)
expected['small.h5'] = [array('a', 'float32', np.arange(6, dtype='f4').reshape(2, 3))]
expected['small-chunked.h5'] = [array('g/a', 'int16', np.arange(6).reshape(2, 3)), array('t', 'text', ['ab', 'ç'])]

# refused, each with a word why
refused = {}
with open_new('external-link.h5') as f:
    f['elsewhere'] = h5py.ExternalLink('small.h5', '/a')
with open_new('external-data.h5') as f:
    f.create_dataset('a', shape=(2,), dtype='u1', external=[('make.py', 0, 2)], track_times=False)
with open_new('virtual.h5') as f:
    layout = h5py.VirtualLayout((2, 3), 'f4')
    layout[...] = h5py.VirtualSource('small.h5', 'a', (2, 3))
    f.create_virtual_dataset('a', layout)
with open_new('lzf.h5') as f:
    f.create_dataset('a', data=np.zeros(1000), chunks=(1000,), compression='lzf', track_times=False)
with open_new('ragged.h5') as f:
    rows = f.create_dataset('a', (2,), dtype=h5py.vlen_dtype('i4'), track_times=False)
    rows[0], rows[1] = [1], [2, 3]
with open_new('references.h5') as f:
    f.create_dataset('b', data=1, track_times=False)
    f.create_dataset('a', data=np.array([f['b'].ref], dtype=h5py.ref_dtype), track_times=False)
with open_new('opaque.h5') as f:
    f.create_dataset('a', data=np.array(['2020-01-01'], dtype='datetime64[D]').astype(h5py.opaque_dtype('M8[D]')), track_times=False)
with open_new('longdouble.h5') as f:
    f.create_dataset('a', data=np.zeros(2, dtype='longdouble'), track_times=False)
with open_new('bomb-chunked.h5') as f:  # no chunk is there: fill values, as many as you like
    f.create_dataset('a', shape=(200_000, 100_000), dtype='f8', chunks=(1000, 10), track_times=False)
with open_new('bomb-contiguous.h5') as f:
    f.create_dataset('a', shape=(300_000_000,), dtype='f8', track_times=False)
with open_new('bomb-deflated.h5') as f:
    f.create_dataset('a', shape=(300_000_000,), dtype='f8', chunks=(1000,), compression='gzip', track_times=False)
with open_new('bomb-chunk.h5') as f:
    f.create_dataset('a', shape=(400_000_000,), dtype='f8', chunks=(400_000_000,), compression='gzip', track_times=False)
with open_new('bomb-texts.h5') as f:
    f.create_dataset('a', shape=(200_000_000,), dtype=h5py.string_dtype(), chunks=(1000,), track_times=False)
for file in ['external-link', 'virtual', 'lzf', 'ragged', 'references', 'opaque', 'longdouble']:
    refused[file + '.h5'] = 'format.unsupported'
refused['external-data.h5'] = 'format.value'
for file in ['bomb-chunked', 'bomb-contiguous', 'bomb-deflated', 'bomb-chunk', 'bomb-texts']:
    refused[file + '.h5'] = 'format.size'


# MATLAB 7.3
CLASSES = {'float64': 'double', 'float32': 'single', 'bool': 'logical'}


class Matlab:
    """A file as save(file, '-v7.3') writes it."""

    def __init__(self, file):
        self.path = os.path.join(here, file)
        self.file = h5py.File(self.path, 'w', userblock_size=512)
        self.cells = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        with open(self.path, 'r+b') as f:
            f.write(b'MATLAB 7.3 MAT-file, Platform: GLNXA64, Created by make.py HDF5 schema 1.00 .'.ljust(116) + b'\0' * 8 + b'\x00\x02IM')

    def data(self, parent, name, values, matlab_class, **attributes):
        large = values.size > 1000
        made = parent.create_dataset(name, data=values, track_times=False, **({'chunks': True, 'compression': 3} if large else {}))
        if matlab_class is not None:
            made.attrs['MATLAB_class'] = np.bytes_(matlab_class)
        for key, value in attributes.items():
            made.attrs[key] = value
        return made

    def empty(self, parent, name, shape, matlab_class, **attributes):
        return self.data(parent, name, np.array(shape, dtype='u8'), matlab_class, MATLAB_empty=np.uint8(1), **attributes)

    def put(self, parent, name, value):
        if scipy.sparse.issparse(value):
            return self.sparse(parent, name, value.tocsc())
        value = np.asarray(value)
        if value.dtype.names:
            return self.struct(parent, name, value)
        if value.dtype == object:
            return self.empty(parent, name, value.shape, 'cell') if value.size == 0 else self.references(parent, name, value, 'cell')
        if value.dtype.kind == 'U':
            return self.text(parent, name, value)
        matlab_class = CLASSES.get(str(value.dtype), str(value.dtype))
        if value.size == 0:
            return self.empty(parent, name, value.shape, matlab_class)
        if value.dtype == bool:
            return self.data(parent, name, value.T.astype('u1'), 'logical', MATLAB_int_decode=np.int32(1))
        if value.dtype.kind == 'c':
            pairs = np.empty(value.T.shape, dtype=[('real', 'f8'), ('imag', 'f8')])
            pairs['real'], pairs['imag'] = value.T.real, value.T.imag
            return self.data(parent, name, pairs, 'double')
        return self.data(parent, name, value.T, matlab_class)

    def text(self, parent, name, value):
        units = [np.frombuffer(str(row).encode('utf-16-le'), dtype='u2') for row in value.reshape(-1)]
        if sum(len(row) for row in units) == 0:
            return self.empty(parent, name, (0, 0), 'char', MATLAB_int_decode=np.int32(2))
        longest = max(len(row) for row in units)
        padded = np.stack([np.concatenate([row, np.full(longest - len(row), 32, dtype='u2')]) for row in units])
        return self.data(parent, name, padded.T, 'char', MATLAB_int_decode=np.int32(2))

    def references(self, parent, name, items, matlab_class):
        refs = np.empty(items.T.shape, dtype=h5py.ref_dtype)
        flat = items.T.reshape(-1)
        for i, item in enumerate(flat):
            target = f'#refs#/c{self.cells}'
            self.cells += 1
            self.put(self.file, target, item)
            refs.reshape(-1)[i] = self.file[target].ref
        return self.data(parent, name, refs, matlab_class)

    def struct(self, parent, name, value):
        group = parent.create_group(name)
        group.attrs['MATLAB_class'] = np.bytes_('struct')
        names = np.empty(len(value.dtype.names), dtype=object)
        names[:] = [np.frombuffer(field.encode(), dtype='S1') for field in value.dtype.names]
        group.attrs.create('MATLAB_fields', names, dtype=h5py.vlen_dtype(np.dtype('S1')))
        for field in value.dtype.names:
            if value.size == 1:
                self.put(group, field, value[field].reshape(-1)[0])
            else:
                self.references(group, field, value[field], None)

    def sparse(self, parent, name, value):
        group = parent.create_group(name)
        if value.dtype == 'uint8':  # as scipy reads logical ones
            value = value.astype(bool)
        group.attrs['MATLAB_class'] = np.bytes_('logical' if value.dtype == bool else 'double')
        group.attrs['MATLAB_sparse'] = np.uint64(value.shape[0])
        group.create_dataset('jc', data=value.indptr.astype('u8'), track_times=False)
        if value.nnz > 0:
            group.create_dataset('ir', data=value.indices.astype('u8'), track_times=False)
            values = value.data
            if values.dtype == bool:
                group.attrs['MATLAB_int_decode'] = np.int32(1)
                values = values.astype('u1')
            if values.dtype.kind == 'c':
                pairs = np.empty(values.shape, dtype=[('real', 'f8'), ('imag', 'f8')])
                pairs['real'], pairs['imag'] = values.real, values.imag
                values = pairs
            group.create_dataset('data', data=values, track_times=False)


for file in ['numbers', 'texts', 'trees']:
    with Matlab(f'{file}.mat') as mat:
        # Asked for MATLAB's own classes, scipy drops imaginary parts.
        stored, typed = (scipy.io.loadmat(os.path.join(matlab5, f'{file}.mat'), mat_dtype=own) for own in [False, True])
        for name, value in typed.items():
            if not name.startswith('__'):
                mat.put(mat.file, name, stored[name] if stored[name].dtype.kind == 'c' else value)

# what scipy cannot write: an unfilled cell, and objects
with Matlab('unfilled.mat') as mat:
    empty = mat.empty(mat.file, '#refs#/a', (0, 0), 'canonical empty')
    mat.text(mat.file, '#refs#/b', np.array(['bear']))
    refs = np.array([[empty.ref, mat.file['#refs#/b'].ref, empty.ref]], dtype=h5py.ref_dtype)
    mat.data(mat.file, 'cells', refs, 'cell')
    none = mat.empty(mat.file, 'none', (0, 0), 'struct')
    names = np.empty(2, dtype=object)
    names[:] = [np.frombuffer(b'one', dtype='S1'), np.frombuffer(b'two', dtype='S1')]
    none.attrs.create('MATLAB_fields', names, dtype=h5py.vlen_dtype(np.dtype('S1')))
expected['unfilled.mat'] = [array('cells', 'text', ['', 'bear', ''], [3, 1]), {'name': 'none.one', 'type': 'text', 'shape': [0, 0], 'data': []}, {'name': 'none.two', 'type': 'text', 'shape': [0, 0], 'data': []}]
with Matlab('object.mat') as mat:
    mat.data(mat.file, 'words', np.array([[0xdd000000, 2, 1, 1, 1, 1]], dtype='u4'), 'string', MATLAB_object_decode=np.int32(3))
with Matlab('function.mat') as mat:
    group = mat.file.create_group('handle')
    group.attrs['MATLAB_class'] = np.bytes_('function_handle')
with Matlab('circle.mat') as mat:
    refs = mat.file.create_dataset('#refs#/a', (2, 1), dtype=h5py.ref_dtype, track_times=False)
    refs.attrs['MATLAB_class'] = np.bytes_('cell')
    refs[...] = refs.ref
    mat.data(mat.file, 'round', np.array([[refs.ref]], dtype=h5py.ref_dtype), 'cell')
refused.update({'object.mat': 'format.unsupported', 'function.mat': 'format.unsupported', 'circle.mat': 'format.header'})

# the xlsa17 pair, made up: 3 classes, 2 attributes, 5 images of 4 features
pair = {
    'att_splits': {
        'allclasses_names': np.array([['zebra'], ['bear'], ['polar+bear']], dtype=object),
        'att': np.array([[0.6, 1.0, 0.0], [0.8, 0.0, 1.0]]), 'original_att': np.array([[60.0, 10.0, 0.0], [80.0, 0.0, 9.0]]),
        'trainval_loc': np.array([[1.0], [2.0], [4.0]]), 'test_seen_loc': np.array([[3.0]]), 'test_unseen_loc': np.array([[5.0]])},
    'res101': {
        'features': np.arange(20.0).reshape(4, 5) / 4, 'labels': np.array([[1.0], [1.0], [2.0], [2.0], [3.0]]),
        'image_files': np.array([[f'/images/{i}.jpg'] for i in range(5)], dtype=object)}}
for file, variables in pair.items():
    with Matlab(f'xlsa17-{file}.mat') as mat:
        for name, value in variables.items():
            mat.put(mat.file, name, value)
    scipy.io.savemat(os.path.join(here, f'xlsa17-{file}-v7.mat'), variables)
    with open(os.path.join(here, f'xlsa17-{file}-v7.mat'), 'r+b') as f:
        f.write(b'MATLAB 5.0 MAT-file Platform: posix, Created by make.py'.ljust(116))

with open(os.path.join(here, 'expected.json'), 'w') as f:
    listed = lambda arrays: '[\n' + ',\n'.join(json.dumps(a, ensure_ascii=False) for a in arrays) + '\n]'
    f.write('{"files": {\n' + ',\n'.join(f'{json.dumps(k)}: {listed(v)}' for k, v in expected.items()) + '\n},\n"refused": ' + json.dumps(refused, indent=0) + '}\n')
