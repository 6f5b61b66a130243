import { build, transformWithOxc, minify } from 'vite';
import * as rolldown from 'rolldown/utils';
import * as exp from 'rolldown/experimental';
import { brotliCompressSync } from 'node:zlib';
process.env.NODE_ENV = 'production';
const root = process.argv[2];
const out = await build({ root: root + '/web', logLevel: 'error', build: { write: false } });
const min = rolldown.minify ?? exp.minify;
const e = out.output.find(o => o.isEntry);
const groups = {};
for (const [id, m] of Object.entries(e.modules)) {
  const k = id.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? 'own';
  (groups[k] ??= []).push(m.code ?? '');
}
for (const [k, codes] of Object.entries(groups)) {
  const code = codes.join('\n');
  const r = await min('x.js', code, { module: true, compress: true, mangle: { toplevel: true } });
  groups[k] = [r.code.length, brotliCompressSync(r.code).length];
}
console.table(Object.entries(groups).sort((a,b)=>b[1][1]-a[1][1]).slice(0,16));
