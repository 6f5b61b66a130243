import { build } from 'vite';
import { brotliCompressSync, constants } from 'node:zlib';
import { readFileSync } from 'node:fs';
process.env.NODE_ENV = 'production';
const root = process.argv[2];
const want = process.argv[3] || 'index';
const out = await build({ root: root + '/web', logLevel: 'error', build: { write: false } });
for (const c of out.output.filter(o => o.type === 'chunk').sort((a,b)=>b.code.length-a.code.length)) {
  console.log(c.fileName, c.code.length, brotliCompressSync(c.code).length, 'imports', c.imports.join(','), 'isEntry', c.isEntry);
}
for (const c of out.output.filter(o => o.type === 'asset')) console.log(c.fileName, c.source.length, brotliCompressSync(c.source).length);
for (const c of out.output.filter(o => o.type === 'chunk' && c_match(o))) {
  console.log('==', c.fileName);
  const groups = {};
  const mods = Object.entries(c.modules).map(([id, m]) => [id, m.code ? m.code.length : m.renderedLength]);
  for (const [id, len] of mods) {
    const m = id.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/);
    const g = m ? m[1] : id.replace(root, '').replace(/\?.*/, '');
    groups[g] = (groups[g] ?? 0) + len;
  }
  for (const [g, l] of Object.entries(groups).sort((a,b)=>b[1]-a[1]).slice(0, 60)) console.log(String(l).padStart(8), g);
  if (process.argv[4]) for (const [id,l] of mods.filter(([id])=>id.includes(process.argv[4])).sort((a,b)=>b[1]-a[1]).slice(0,70)) console.log(String(l).padStart(8), id.replace(root,''));
}
function c_match(c) { return c.name.startsWith(want) || c.isEntry; }
