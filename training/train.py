"""Trains the static embedding model: python3 training/train.py --data DIR --out DIR [--set name=value ...]

DIR holds what encode.mjs wrote. One GPU, minutes. Seeds are fixed; --seed changes them.
A text is the weighted sum of its tokens' vectors, made unit length; queries and code share the table.
"""
import argparse, glob, json, math, os, time
import numpy as np
import torch
import torch.nn.functional as F

DEVICE = 'cuda'
DEFAULTS = dict(
    dimensions=256, batch=4096, epochs=30, lr=3e-3, temperature=0.06, drop=0.15, same_repository=0.95, seed=1,
    positions=True, query_weights=True, bigrams=0, symmetric=0.0, matryoshka=0, hidden=0, only_styles=None, limit=0,
    # How much of each style an epoch sees: many other queries per doc sentence lower all results.
    styles={'type-doc': 0.6, 'question': 0.5, 'section': 0.5, 'example': 0.3, 'error': 0.25, 'commit': 0.25, 'commit-body': 0.25,
            'test': 0.2, 'issue': 0.15, 'doc-rest': 0.12, 'name': 0.1, 'inner': 0.07},
)
# Tokens of the folders, of the file's name, and those up to 8, 24, 64 tokens after it and later are weighted apart.
LEADS = [8, 24, 64]
PARTS = 3 + len(LEADS)


def read(folder, name, kind):
    return torch.from_numpy(np.fromfile(os.path.join(folder, name), dtype=kind).astype(np.int64))


class Bags:
    """Texts as unique tokens with counts: by part of the text for code, one count for queries."""

    def __init__(self, tokens, lengths, folders, paths, vocabulary, bigrams=None):
        tokens, lengths = tokens.to(DEVICE), lengths.to(DEVICE)
        count = len(lengths)
        self.count = count
        starts = torch.cumsum(lengths, 0) - lengths
        owner = torch.repeat_interleave(torch.arange(count, device=DEVICE), lengths)
        place = torch.arange(len(tokens), device=DEVICE) - starts[owner]
        if paths is None:
            part = torch.zeros_like(place)
        else:
            after = place - paths.to(DEVICE)[owner]
            part = (place >= folders.to(DEVICE)[owner]).long() + sum((after >= lead).long() for lead in [0] + LEADS)
        width = vocabulary
        if bigrams is not None and len(bigrams) > 0:
            width = vocabulary + len(bigrams)
            key = tokens[:-1] * vocabulary + tokens[1:]
            found = torch.searchsorted(bigrams, key).clamp(max=len(bigrams) - 1)
            good = (bigrams[found] == key) & (owner[:-1] == owner[1:])
            tokens = torch.cat([tokens, vocabulary + found[good]])
            owner = torch.cat([owner, owner[:-1][good]])
            part = torch.cat([part, part[:-1][good]])
        unique, inverse = torch.unique(owner * width + tokens, return_inverse=True)
        counts = torch.zeros(len(unique) * PARTS, device=DEVICE)
        counts.index_add_(0, inverse * PARTS + part, torch.ones(len(inverse), device=DEVICE))
        self.counts = counts.view(-1, PARTS)
        self.tokens = (unique % width).int()
        self.lengths = torch.bincount(unique // width, minlength=count)
        self.starts = torch.cumsum(self.lengths, 0) - self.lengths

    def take(self, which):
        lengths = self.lengths[which]
        ends = torch.cumsum(lengths, 0)
        offsets = ends - lengths
        total = int(ends[-1])
        owner = torch.repeat_interleave(torch.arange(len(which), device=DEVICE), lengths, output_size=total)
        at = torch.arange(total, device=DEVICE) - offsets[owner] + self.starts[which][owner]
        return self.tokens[at].long(), self.counts[at], offsets


def frequent_bigrams(tokens, lengths, vocabulary, count):
    tokens, lengths = tokens.to(DEVICE), lengths.to(DEVICE)
    owner = torch.repeat_interleave(torch.arange(len(lengths), device=DEVICE), lengths)
    keys = (tokens[:-1] * vocabulary + tokens[1:])[owner[:-1] == owner[1:]]
    unique, counts = torch.unique(keys, return_counts=True)
    top = torch.topk(counts, min(count, len(counts))).indices
    return torch.sort(unique[top]).values


class Model(torch.nn.Module):
    def __init__(self, rows, idf, options):
        super().__init__()
        self.options = options
        self.table = torch.nn.Parameter(torch.randn(rows, options['dimensions'], device=DEVICE) / 16 * idf[:, None])
        self.parts = torch.nn.Parameter(torch.full((PARTS,), math.log(math.e - 1), device=DEVICE))
        self.query = torch.nn.Parameter(torch.zeros(rows, device=DEVICE))
        if options['hidden']:
            width, hidden = options['dimensions'], options['hidden']
            self.inner = torch.nn.Linear(width, hidden, device=DEVICE)
            self.outer = torch.nn.Linear(hidden, width, device=DEVICE)
            torch.nn.init.zeros_(self.outer.weight)
            torch.nn.init.zeros_(self.outer.bias)

    def part_weights(self):
        return F.softplus(self.parts) if self.options['positions'] else torch.ones(PARTS, device=DEVICE)

    def forward(self, tokens, counts, offsets, is_query, drop=0.0):
        if is_query:
            weights = torch.log1p(counts.sum(1))
            if self.options['query_weights']:
                weights = weights * torch.exp(self.query[tokens])
        else:
            weights = torch.log1p(counts @ self.part_weights())
        if drop:
            weights = weights * (torch.rand_like(weights) >= drop)
        pooled = F.embedding_bag(tokens, self.table, offsets, mode='sum', per_sample_weights=weights)
        if self.options['hidden']:
            unit = F.normalize(pooled, dim=1)
            pooled = unit + self.outer(F.gelu(self.inner(unit * 16)))
        return pooled


def batches(repositories, options, generator):
    """70 % of the pairs in batches of neighbours (one repository, or a few small ones), the rest mixed."""
    count = len(repositories)
    order = torch.randperm(count, generator=generator, device=DEVICE)
    near = order[: int(count * options['same_repository'])]
    mixed = order[len(near):]
    shuffled = torch.randperm(int(repositories.max()) + 1, generator=generator, device=DEVICE)
    near = near[torch.argsort(shuffled[repositories[near]], stable=True)]
    size = options['batch']
    found = [near[i:i + size] for i in range(0, len(near), size)] + [mixed[i:i + size] for i in range(0, len(mixed), size)]
    found = [each for each in found if len(each) > size // 4]
    for i in torch.randperm(len(found), generator=generator, device=DEVICE).tolist():
        yield found[i]


def train(data, options):
    torch.manual_seed(options['seed'])
    torch.cuda.manual_seed_all(options['seed'])
    generator = torch.Generator(device=DEVICE).manual_seed(options['seed'])
    documents, queries = data['documents'], data['queries']
    rows = data['vocabulary'] + (len(data['bigrams']) if data['bigrams'] is not None else 0)
    frequency = torch.bincount(documents.tokens.long(), minlength=rows).float()
    idf = torch.log((documents.count + 1) / (frequency + 1)) + 0.1
    model = Model(rows, idf / idf.mean(), options)
    optimiser = torch.optim.Adam(model.parameters(), lr=options['lr'], betas=(0.9, 0.98))
    pair_documents, styles, repositories = data['pair_documents'], data['styles'], data['repositories']
    chance = torch.ones(len(data['style_names']), device=DEVICE)
    for name, value in options['styles'].items():
        if name in data['style_names']:
            chance[data['style_names'].index(name)] = value
    if options['only_styles']:
        for i, name in enumerate(data['style_names']):
            chance[i] = float(name in options['only_styles'])
    chances = chance[styles]
    if options['limit']:
        kept = torch.nonzero(chances > 0).squeeze(1)
        kept = kept[torch.randperm(len(kept), generator=generator, device=DEVICE)[:options['limit']]]
        chances = torch.zeros_like(chances).index_fill_(0, kept, 1)
    def chosen():
        return torch.nonzero(torch.rand(len(styles), generator=generator, device=DEVICE) < chances).squeeze(1)
    per_epoch = int(float(chances.sum()) / options['batch']) + 2
    total, step, started = per_epoch * options['epochs'], 0, time.time()
    for epoch in range(options['epochs']):
        kept = chosen()
        running = torch.zeros((), device=DEVICE)
        for batch in batches(repositories[kept], options, generator):
            batch = kept[batch]
            for group in optimiser.param_groups:
                group['lr'] = options['lr'] * min(1, (step + 1) / 100) * max(0.02, 1 - step / total)
            step += 1
            targets = pair_documents[batch]
            q = model(*queries.take(batch), True, options['drop'])
            d = model(*documents.take(targets), False, options['drop'])
            same = targets[:, None] == targets[None, :]
            same.fill_diagonal_(False)
            loss = 0
            widths = [options['dimensions']] + ([options['matryoshka']] if options['matryoshka'] else [])
            for width in widths:
                with torch.autocast('cuda', dtype=torch.bfloat16):
                    logits = F.normalize(q[:, :width], dim=1) @ F.normalize(d[:, :width], dim=1).T
                logits = (logits.float() / options['temperature']).masked_fill(same, -1e4)
                labels = torch.arange(len(batch), device=DEVICE)
                loss = loss + F.cross_entropy(logits, labels)
                if options['symmetric']:
                    loss = loss + options['symmetric'] * F.cross_entropy(logits.T, labels)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            running += loss.detach()
    torch.cuda.synchronize()
    print(f'  trained {step} steps in {time.time() - started:.1f} s, last loss {running.item() / per_epoch:.3f}', flush=True)
    return model


def bm25_scores(documents, document_owner, count, query_terms, query_owner, query_count, terms):
    """k1 1.2, b 0.75; a dense count × query_count matrix."""
    keys, tf = torch.unique(document_owner * terms + documents, return_counts=True)
    row, column = keys // terms, keys % terms
    length = torch.bincount(document_owner, minlength=count).float()
    df = torch.bincount(column, minlength=terms).float()
    idf = torch.log1p((count - df + 0.5) / (df + 0.5))
    tf = tf.float()
    weight = idf[column] * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length[row] / length.mean()))
    matrix = torch.sparse_coo_tensor(torch.stack([row, column]), weight, (count, terms)).coalesce()
    scores = torch.empty(count, query_count, device=DEVICE)
    for at in range(0, query_count, 512):
        end = min(query_count, at + 512)
        inside = (query_owner >= at) & (query_owner < end)
        dense = torch.zeros(terms, end - at, device=DEVICE)
        dense[query_terms[inside], query_owner[inside] - at] = 1
        scores[:, at:end] = torch.sparse.mm(matrix, dense)
    return scores




def load_evaluation(folder, vocabulary, bigrams, summary):
    get = lambda name, kind: read(folder, 'eval.' + name, kind)
    tokens, lengths = get('documents', np.uint16), get('lengths', np.uint16)
    folders, paths = get('folders', np.uint8), get('paths', np.uint8)
    query_tokens, query_lengths = get('queries', np.uint16), get('query-lengths', np.uint16)
    terms, term_lengths = get('terms', np.uint32), get('term-lengths', np.uint16)
    golds, gold_lengths = get('golds', np.int32), get('gold-lengths', np.uint8)
    place = dict(d=0, t=0, q=0, qt=0, x=0, xt=0, g=0, gl=0)
    def cut(key, source, amount):
        part = source[place[key]:place[key] + amount]
        place[key] += amount
        return part
    sets = []
    for entry in summary['evaluation']:
        n, m = entry['documents'], len(entry['queries'])
        dl = cut('d', lengths, n)
        df, dp = folders[place['d'] - n:place['d']], paths[place['d'] - n:place['d']]
        dt = cut('t', tokens, int(dl.sum()))
        dx = cut('xt', term_lengths, n)
        dterms = cut('x', terms, int(dx.sum()))
        ql = cut('q', query_lengths, m)
        qt = cut('qt', query_tokens, int(ql.sum()))
        qx = cut('xt', term_lengths, m)
        qterms = cut('x', terms, int(qx.sum()))
        gl = cut('gl', gold_lengths, m)
        gs = cut('g', golds, int(gl.sum()))
        repeat = lambda lens: torch.repeat_interleave(torch.arange(len(lens)), lens).to(DEVICE)
        everything, inverse = torch.unique(torch.cat([dterms, qterms]), return_inverse=True)
        inverse = inverse.to(DEVICE)
        bm25 = bm25_scores(inverse[:len(dterms)], repeat(dx), n, inverse[len(dterms):], repeat(qx), m, len(everything)).T
        gold = torch.zeros(m, n, dtype=torch.bool, device=DEVICE)
        gold[repeat(gl), gs.to(DEVICE)] = True
        sets.append(dict(
            repo=entry['repo'], split=entry['split'], kinds=torch.tensor(entry['queries'], device=DEVICE), gold=gold, bm25=bm25,
            documents=Bags(dt, dl, df, dp, vocabulary, bigrams), queries=Bags(qt, ql, None, None, vocabulary, bigrams)))
    return sets


def reciprocal(scores, gold):
    """1/rank of the best gold document within the first ten, equal scores in order of the corpus."""
    top = torch.topk(scores, min(10, scores.shape[1]), dim=1).indices
    hit = torch.gather(gold, 1, top)
    rank = torch.where(hit.any(1), hit.float().argmax(1) + 1.0, torch.full((len(hit),), math.inf, device=DEVICE))
    return 1 / rank


def standard(scores):
    return (scores - scores.mean(1, keepdim=True)) / scores.std(1, keepdim=True).clamp(min=1e-6)


@torch.no_grad()
def embed(model, bags, is_query):
    parts = [F.normalize(model(*bags.take(torch.arange(at, min(at + 8192, bags.count), device=DEVICE)), is_query), dim=1)
             for at in range(0, bags.count, 8192)]
    return torch.cat(parts)


@torch.no_grad()
def evaluate(model, sets, weights=(0.4, 0.5, 0.6), width=None):
    results = {}
    for each in sets:
        d, q = embed(model, each['documents'], False), embed(model, each['queries'], True)
        if width:
            d, q = F.normalize(d[:, :width], dim=1), F.normalize(q[:, :width], dim=1)
        static = q @ d.T
        zs, zb = standard(static), standard(each['bm25'])
        for kind, name in ((0, 'doc'), (1, 'commit')):
            mask = each['kinds'] == kind
            if not mask.any():
                continue
            row = dict(n=int(mask.sum()), static=reciprocal(static[mask], each['gold'][mask]), bm25=reciprocal(each['bm25'][mask], each['gold'][mask]))
            for w in weights:
                row[f'fused{w}'] = reciprocal((w * zs + (1 - w) * zb)[mask], each['gold'][mask])
            results[each['repo'], each['split'], name] = row
    return results


def table(results, split, repos=None):
    found = {}
    for name in ('doc', 'commit'):
        rows = [row for (repo, s, n), row in results.items() if s == split and n == name and (repos is None or repo in repos)]
        if not rows:
            continue
        keys = [key for key in rows[0] if key != 'n']
        found[name] = {key: (round(torch.cat([row[key] for row in rows]).mean().item(), 4), round(float(np.mean([row[key].mean().item() for row in rows])), 4)) for key in keys}
        found[name]['n'] = sum(row['n'] for row in rows)
    return found


def export(model, vocabulary_words, bigrams, path, name, options):
    """Header (JSON), pieces, bigrams, row scales, query weights, int8 rows: read by src/adapters/embedders."""
    rows = model.table.detach()
    scale = rows.abs().amax(1).clamp(min=1e-8) / 127
    quantised = torch.round(rows / scale[:, None]).clamp(-127, 127).to(torch.int8)
    query = torch.exp(model.query.detach()) if options['query_weights'] else torch.ones(len(rows), device=DEVICE)
    text = '\n'.join(vocabulary_words).encode()
    pairs = (bigrams if bigrams is not None else torch.zeros(0, device=DEVICE)).long()
    first, second = pairs // len(vocabulary_words), pairs % len(vocabulary_words)
    header = json.dumps(dict(
        model=name, dimensions=options['dimensions'], rows=len(rows), pieceBytes=len(text), bigrams=len(pairs),
        parts=[round(x, 6) for x in model.part_weights().tolist()], leads=LEADS)).encode()
    header += b' ' * (-(8 + len(header)) % 4)
    text += b'\n' * (-len(text) % 4)
    with open(path, 'wb') as file:
        file.write(b'DSE1' + np.uint32(len(header)).tobytes() + header + text)
        file.write(torch.stack([first, second], 1).cpu().numpy().astype('<u2').tobytes())
        file.write(scale.cpu().numpy().astype('<f4').tobytes())
        file.write(query.cpu().numpy().astype('<f4').tobytes())
        file.write(quantised.cpu().numpy().tobytes())
    model.table.data = quantised.float() * scale[:, None]


def load(folder, options):
    summary, words = json.load(open(f'{folder}/summary.json')), json.load(open(f'{folder}/vocabulary.json'))
    parts, summary['train'] = {}, []
    kinds = {'documents': np.uint16, 'lengths': np.uint16, 'folders': np.uint8, 'paths': np.uint8, 'queries': np.uint16,
             'query-lengths': np.uint8, 'pair-documents': np.uint32, 'pair-styles': np.uint8}
    for path in sorted(glob.glob(f'{folder}/train/*.json')):
        report = json.load(open(path))
        summary['train'].append(report)
        for name, kind in kinds.items():
            values = np.fromfile(path[:-len('json')] + name, dtype=kind)
            if name == 'pair-documents':
                values = values + np.uint32(sum(len(x) for x in parts.get('lengths', [])[:-1]))
            parts.setdefault(name, []).append(values)
        parts.setdefault('repositories', []).append(np.full(report['pairs'], report['number'], dtype=np.int64))
    get = lambda name: torch.from_numpy(np.concatenate(parts[name]).astype(np.int64))
    query_tokens, query_lengths = get('queries'), get('query-lengths')
    bigrams = frequent_bigrams(query_tokens, query_lengths, len(words), options['bigrams']) if options['bigrams'] else None
    return dict(
        summary=summary, words=words, vocabulary=len(words), bigrams=bigrams, style_names=summary['styles'],
        queries=Bags(query_tokens, query_lengths, None, None, len(words), bigrams),
        documents=Bags(get('documents'), get('lengths'), get('folders'), get('paths'), len(words), bigrams),
        pair_documents=get('pair-documents').to(DEVICE), styles=get('pair-styles').to(DEVICE),
        repositories=get('repositories').to(DEVICE),
        evaluation=load_evaluation(folder, len(words), bigrams, summary))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--name', default='dossier-embed-2')
    parser.add_argument('--set', action='append', default=[], help='a variant: JSON of options; several are trained in turn')
    parser.add_argument('--export', action='store_true')
    arguments = parser.parse_args()
    variants = [json.loads(each) for each in arguments.set] or [{}]
    data, loaded = None, None
    for number, variant in enumerate(variants):
        options = {**DEFAULTS, **variant}
        if data is None or loaded != options['bigrams']:
            started = time.time()
            data, loaded = None, options['bigrams']
            torch.cuda.empty_cache()
            data = load(arguments.data, options)
            print(f"{len(data['pair_documents'])} pairs, {data['documents'].count} documents, {data['vocabulary']} pieces, loaded in {time.time() - started:.1f} s", flush=True)
        print('variant', json.dumps(variant), flush=True)
        model = train(data, options)
        report = {split: table(evaluate(model, data['evaluation']), split) for split in ('held-back', 'evaluation')}
        print('  ' + json.dumps(report['held-back']), flush=True)
        print('  ' + json.dumps(report['evaluation']), flush=True)
        if options['matryoshka']:
            print('  narrow ' + json.dumps(table(evaluate(model, data['evaluation'], width=options['matryoshka']), 'held-back')), flush=True)
        if arguments.export:
            ending = f'-{number}' if len(variants) > 1 else ''
            os.makedirs(arguments.out, exist_ok=True)
            export(model, data['words'], data['bigrams'], os.path.join(arguments.out, arguments.name + ending + '.bin'), arguments.name, options)
            results = evaluate(model, data['evaluation'], weights=(0.3, 0.4, 0.5, 0.6, 0.7))
            print('  int8 ' + json.dumps(table(results, 'evaluation')), flush=True)
            rows = [dict(repo=repo, split=split, kind=name, **{key: round(value if key == 'n' else value.mean().item(), 4) for key, value in row.items()})
                    for (repo, split, name), row in results.items()]
            json.dump(dict(options=options, rows=rows, held_back=table(results, 'held-back'), evaluation=table(results, 'evaluation')),
                      open(os.path.join(arguments.out, f'report{ending}.json'), 'w'), indent=1)


main()
