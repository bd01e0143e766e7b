import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { APIRoute } from 'astro';

export const prerender = true;

/** Character maps and standard fonts of the PDF reader, as files of this site: a paper without its own fonts reads right without a foreign server. */
const folders = ['cmaps', 'standard_fonts'];
const home = () => dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

export const getStaticPaths = () =>
  folders.flatMap((folder) =>
    readdirSync(join(home(), folder))
      .filter((file) => /\.(bcmap|pfb|ttf)$/.test(file))
      .map((file) => ({ params: { folder, file } })),
  );

export const GET: APIRoute = ({ params }) =>
  new Response(new Uint8Array(readFileSync(join(home(), String(params.folder), String(params.file)))), {
    headers: { 'Content-Type': 'application/octet-stream' },
  });
