"""Golden files of the formats, made by numpy and by hand, with what is in them: expected.json.

    python3 packages/data/golden/formats/make.py

Numbers are written down as texts (repr), so that int64, NaN and -0 survive JSON.
"""
import io, json, os, struct, zipfile
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
expected = {}


def shown(a):
    a = np.asarray(a)
    if a.dtype.kind == 'S':
        return [v.decode('utf-8') for v in a.ravel()]
    if a.dtype.kind == 'U':
        return [str(v) for v in a.ravel()]
    if a.dtype.kind == 'b':
        return [str(int(v)) for v in a.ravel()]
    return [repr(v.item()) for v in a.ravel()]


names = {'b': 'bool', 'i': 'int', 'u': 'uint', 'f': 'float', 'S': 'text', 'U': 'text'}


def described(name, a):
    a = np.asarray(a)
    kind = names[a.dtype.kind]
    bits = '' if kind in ('bool', 'text') else str(8 * a.dtype.itemsize)
    return {'name': name, 'shape': list(a.shape), 'type': kind + bits, 'data': shown(a)}


def keep(file, content, arrays):
    with open(os.path.join(here, file), 'wb') as f:
        f.write(content)
    expected[file] = arrays


def npy(file, a, version=(1, 0)):
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asanyarray(a), version=version, allow_pickle=False)
    keep(file, out.getvalue(), [described(file[:-4], a)])


def corners(dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == 'b':
        return np.array([[True, False, True], [False, False, True]])
    if dtype.kind in 'iu':
        info = np.iinfo(dtype)
        return np.array([[info.min, info.max, 0], [1, 2, 100]], dtype=dtype)
    info = np.finfo(dtype)
    return np.array([[info.max, -info.tiny, info.smallest_subnormal], [-0.0, np.nan, -np.inf]], dtype=dtype)


numeric = ['b1', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8']
for t in numeric:
    a = corners(t)
    npy(f'{t}-little.npy', a.astype('<' + t))
    npy(f'{t}-big.npy', a.astype('>' + t))
    npy(f'{t}-fortran.npy', np.asfortranarray(a.astype('<' + t)))
npy('version-2.npy', np.arange(6, dtype='<f4').reshape(2, 3), (2, 0))
npy('version-3.npy', np.arange(6, dtype='<f4').reshape(2, 3), (3, 0))
npy('scalar.npy', np.float64(2.5))
npy('scalar-text.npy', np.array('a word'))
npy('empty.npy', np.zeros((0, 5), '<f4'))
npy('one-axis.npy', np.arange(5, dtype='<i2'))
npy('three-axes-fortran.npy', np.asfortranarray(np.arange(2 * 3 * 4, dtype='<i4').reshape(2, 3, 4)))
npy('four-axes-fortran.npy', np.asfortranarray(np.arange(2 * 3 * 4 * 5, dtype='>i8').reshape(2, 3, 4, 5)))
npy('ones-fortran.npy', np.asfortranarray(np.arange(12, dtype='<u2').reshape(1, 3, 1, 4)))
npy('tiles-fortran.npy', np.asfortranarray(np.arange(67 * 33, dtype='<u1').reshape(67, 33)))
words = np.array([['cat', 'Käfer', ''], ['日本', 'a, "b"\n', '🐈 cat']])
npy('unicode-little.npy', words.astype('<U8'))
npy('unicode-big.npy', words.astype('>U8'))
npy('unicode-fortran.npy', np.asfortranarray(words))
npy('bytes.npy', np.array([w.encode('utf-8') for w in words.ravel()]).reshape(2, 3))

contents = {'features': np.arange(300, dtype='<f4').reshape(20, 15) / 7, 'labels': np.arange(20, dtype='<i8') % 3,
            'classes': np.array(['cat', 'dog', 'Käfer']), 'scale': np.float32(0.25), 'nested/name': np.asfortranarray(np.eye(3))}
for file, save in (('stored.npz', np.savez), ('deflated.npz', np.savez_compressed)):
    out = io.BytesIO()
    save(out, **contents)
    keep(file, out.getvalue(), [described(k, v) for k, v in contents.items()])


class Pipe(io.RawIOBase):
    """Cannot seek, so that zipfile writes data descriptors."""
    def __init__(self):
        self.bytes = b''

    def writable(self):
        return True

    def write(self, b):
        self.bytes += bytes(b)
        return len(b)


def packed(a):
    out = io.BytesIO()
    np.save(out, a)
    return out.getvalue()


def dated(name):
    # A fixed date, so that the same script makes the same bytes.
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


pipe = Pipe()
with zipfile.ZipFile(pipe, 'w', zipfile.ZIP_DEFLATED) as z:
    z.comment = b'a comment'
    z.writestr(dated('folder/'), b'')
    z.writestr(dated('folder/labels.npy'), packed(contents['labels']))
    z.writestr(dated('readme.txt'), b'not an array')
    with z.open(dated('features.npy'), 'w', force_zip64=True) as f:
        f.write(packed(contents['features']))
keep('descriptors.npz', pipe.bytes, [described('folder/labels', contents['labels']), described('features', contents['features'])])


def safetensors(file, tensors):
    header, data, arrays = {'__metadata__': {'made by': 'hand'}}, b'', []
    for name, (dtype, a, facts) in tensors.items():
        raw = a.tobytes()
        header[name] = {'dtype': dtype, 'shape': list(a.shape), 'data_offsets': [len(data), len(data) + len(raw)]}
        data += raw
        arrays.append(facts or described(name, a))
    text = json.dumps(header).encode()
    keep(file, struct.pack('<Q', len(text)) + text + data, arrays)


letters = {'b1': 'BOOL', 'i': 'I', 'u': 'U', 'f': 'F'}
tensors = {}
for t in numeric:
    a = corners(t).astype('<' + t)
    tensors[t] = ('BOOL' if t == 'b1' else f'{t[0].upper()}{8 * a.dtype.itemsize}', a, None)
bf = np.array([1.5, -0.0, 3.140625, np.inf], '<f4')
tensors['bf16'] = ('BF16', (bf.view('<u4') >> 16).astype('<u2'), {'name': 'bf16', 'shape': [4], 'type': 'bfloat16', 'data': [repr(float(v)) for v in bf]})
tensors['nothing'] = ('F32', np.zeros((0, 3), '<f4'), None)
tensors['scalar'] = ('F64', np.array(2.5), None)
safetensors('all.safetensors', tensors)


def table(file, text, columns, numbers, texts):
    arrays = []
    if columns:
        arrays = [described('numbers', np.array(numbers, float).reshape(-1, len(columns))), described('columns', np.array(columns))]
    arrays += [{'name': n, 'shape': [len(v)], 'type': 'text', 'data': v} for n, v in texts]
    keep(file, text.encode('utf-8'), arrays)


table('header.csv', 'class,furry,size\ncat,1,0.25\n"Great, ""Dane""",0.5,1e-3\n"two\nlines",,-0\n', ['furry', 'size'],
      [[1, .25], [.5, 1e-3], [np.nan, -0.0]], [('class', ['cat', 'Great, "Dane"', 'two\nlines'])])
table('no-header.csv', '1,2,3\n4,5,6.5\n', ['column 1', 'column 2', 'column 3'], [[1, 2, 3], [4, 5, 6.5]], [])
table('tabs.tsv', '\ufeffname\ta b\tc\r\nKäfer, groß\t1\t2\r\n日本\t3\tinf\r\n', ['a b', 'c'], [[1, 2], [3, np.inf]], [('name', ['Käfer, groß', '日本'])])
table('semicolons.csv', '"x";"y"\n"a, b, c";1\n"d";2', ['y'], [[1], [2]], [('x', ['a, b, c', 'd'])])
table('texts.csv', 'class,sentence\ncat,A cat is small and furry.\nship,"Ships float, and carry things."\n', [], [],
      [('class', ['cat', 'ship']), ('sentence', ['A cat is small and furry.', 'Ships float, and carry things.'])])
values = np.random.default_rng(1).standard_normal((8, 3)) * 10.0 ** np.arange(-150, 150, 100)
table('digits.csv', 'a,b,c\n' + ''.join(','.join(map(repr, map(float, row))) + '\n' for row in values), ['a', 'b', 'c'], values, [])
lines = [{'label': 'cat', 'features': [0.5, 1, -0.0], 'seen': True}, {'label': 'Käfer', 'features': [1e-7, None, 3], 'seen': False}]
keep('objects.jsonl', ''.join(json.dumps(line, ensure_ascii=False) + '\n' for line in lines).encode('utf-8'), [
    {'name': 'label', 'shape': [2], 'type': 'text', 'data': ['cat', 'Käfer']},
    {'name': 'features', 'shape': [2, 3], 'type': 'float64', 'data': ['0.5', '1.0', '-0.0', '1e-07', 'nan', '3.0']},
    {'name': 'seen', 'shape': [2], 'type': 'bool', 'data': ['1', '0']}])

# Refused, with the code of the refusal.
refused = {}


def refuse(file, content, code):
    with open(os.path.join(here, file), 'wb') as f:
        f.write(content)
    refused[file] = code


def pickled(a):
    out = io.BytesIO()
    np.save(out, a, allow_pickle=True)
    return out.getvalue()


refuse('objects.npy', pickled(np.array(['a', 1, None], dtype=object)), 'format.unsupported')
refuse('structured.npy', pickled(np.zeros(2, dtype=[('a', '<f4'), ('b', '<i2')])), 'format.unsupported')
refuse('complex.npy', pickled(np.ones(2, complex)), 'format.unsupported')
refuse('longdouble.npy', pickled(np.ones(2, np.longdouble)), 'format.unsupported')
refuse('dates.npy', pickled(np.array(['2020-01-01'], 'datetime64[D]')), 'format.unsupported')



def one_a_line(entries):
    return '{\n' + ',\n'.join(f'{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}' for k, v in entries.items()) + '\n}'


with open(os.path.join(here, 'expected.json'), 'w') as f:
    f.write(f'{{"files": {one_a_line(expected)},\n"refused": {one_a_line(refused)}}}\n')
