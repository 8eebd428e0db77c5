"""Vectors for the test of the TypeScript side, made here on its own: python3 training/golden.py MODEL OUT"""
import json, math, re, sys
import numpy as np

TEXTS = [
    ('document', 'src/http/parse-url.ts\nexport function parseHTTPUrl2(raw_url: string): URL {\n  return new URL(raw_url);\n}'),
    ('document', 'pkg/cache/lru.go\nfunc (c *Cache) Evict(key string) error {\n\tif c.items == nil {\n\t\treturn errors.New("cache closed")\n\t}\n\tdelete(c.items, key)\n\treturn nil\n}'),
    ('document', 'no newline: one line only, café naïve ÉCOLE 0x1F 123456'),
    ('document', 'lib/long.py\n' + 'value = compute(value, other_value)\n' * 80),
    ('document', 'a/b.rb\n' + 'abcdefghij' * 12),
    ('query', 'where is the cache evicted when it is full?'),
    ('query', 'How do I parse the URL of a request, parse parse parse'),
    ('query', 'TypeError: Cannot read properties of undefined (reading "map")'),
    ('query', ''),
]
MAX_TOKENS, MAX_WORD = 448, 32
LOWER = 'a-z\u0080-\uffff'
WORD = re.compile(f'[A-Z]+(?=[A-Z][{LOWER}])|[A-Z]?[{LOWER}]+|[A-Z]+|[0-9]+')


def main(model_path, out):
    data = open(model_path, 'rb').read()
    size = int.from_bytes(data[4:8], 'little')
    header = json.loads(data[8:8 + size])
    at = 8 + size
    pieces = data[at:at + header['pieceBytes']].decode().split('\n')
    at += -(-header['pieceBytes'] // 4) * 4
    pairs = np.frombuffer(data, '<u2', header['bigrams'] * 2, at).reshape(-1, 2)
    at += header['bigrams'] * 4
    scales = np.frombuffer(data, '<f4', header['rows'], at)
    query_weights = np.frombuffer(data, '<f4', header['rows'], at + header['rows'] * 4)
    rows = np.frombuffer(data, 'i1', header['rows'] * header['dimensions'], at + header['rows'] * 8).reshape(header['rows'], -1)
    ids = {piece: i for i, piece in enumerate(pieces)}
    pair_rows = {(int(a), int(b)): len(pieces) + i for i, (a, b) in enumerate(pairs)}

    def tokens_of(text):
        first_line, found = text.find('\n'), []
        folder_end = text.rfind('/', 0, first_line + 1) if first_line >= 0 else -1
        for match in WORD.finditer(text):
            word = match.group()[:MAX_WORD]
            if 'A' <= word[0] <= 'Z':
                word = word.lower()
            while word:
                length = next((n for n in range(len(word), 0, -1) if word[:n] in ids), 0)
                if length:
                    found.append((ids[word[:length]], 0 if match.start() < folder_end else 1 if match.start() < first_line else 2))
                word = word[length or 1:]
        return found[:MAX_TOKENS]

    def vector_of(text, side):
        found = tokens_of(text)
        in_path = sum(part < 2 for _, part in found)
        counts = {}
        weights = [1.0 if side == 'query' else header['parts'][part if part < 2 else 2 + sum(i - in_path >= lead for lead in header['leads'])]
                   for i, (_, part) in enumerate(found)]
        for i, (token, _) in enumerate(found):
            counts[token] = counts.get(token, 0) + weights[i]
            if i + 1 < len(found) and (token, found[i + 1][0]) in pair_rows:
                row = pair_rows[token, found[i + 1][0]]
                counts[row] = counts.get(row, 0) + weights[i]
        total = np.zeros(header['dimensions'])
        for row, count in counts.items():
            total += math.log1p(count) * scales[row] * (query_weights[row] if side == 'query' else 1) * rows[row]
        norm = np.linalg.norm(total)
        return total / norm if norm else total

    cases = [dict(side=side, text=text, vector=[round(float(x), 5) for x in vector_of(text, side)]) for side, text in TEXTS]
    with open(out, 'w') as file:
        json.dump(dict(model=header['model'], cases=cases), file)


main(*sys.argv[1:])
