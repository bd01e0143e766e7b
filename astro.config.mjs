import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import node from '@astrojs/node';
import keystatic from '@keystatic/astro';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { chunkOrigins } from './scripts/chunk-origins.mjs';
import { iconSprite } from './scripts/icon-sprite.mjs';
import { islands } from './scripts/islands.mjs';
import { leanPages } from './scripts/lean-pages.mjs';
import { lightSchemas } from './scripts/light-schemas.mjs';

const writing = process.argv.includes('dev');
/** Where browsers fetch scripts and styles from, when not from the portal itself. */
const cdn = process.env.CDN_PREFIX?.replace(/\/$/, '');
if (cdn && !/^https?:\/\/[^/\s]+/.test(cdn)) throw new Error(`CDN_PREFIX 应为完整网址，如 https://cdn.example.com/portal（当前值：${cdn}）`);
/** The scripts written into pages by hand, because they act before the first paint. */
const inline = ['firstPaint', 'menuGroups'].map(
  (name) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(`src/shell/${name}.js`))
      .digest('base64')}`,
);
const files = cdn ? `'self' ${new URL(cdn).origin}` : "'self'";

export default defineConfig({
  output: 'server',
  ...(cdn ? { build: { assetsPrefix: cdn } } : {}),
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true, bodySizeLimit: 16 * 1024 * 1024 }),
  // The help's web editor belongs to writing: it is not in the product.
  integrations: [islands(), ...(writing ? [keystatic()] : [])],
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
  security: {
    checkOrigin: false,
    // While developing, Astro knows no hashes of what it injects.
    csp: !writing && {
      directives: [
        "default-src 'self'",
        `img-src ${files} data: blob:`,
        `font-src ${files}`,
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
      scriptDirective: { resources: files.split(' '), hashes: inline },
    },
  },
  vite: {
    plugins: [iconSprite({ writing }), tailwindcss(), lightSchemas(), leanPages(), chunkOrigins()],
    ssr: {
      external: [
        'chinese-days',
        '@electric-sql/pglite',
        '@node-rs/argon2',
        'sharp',
        'pg',
        'pino',
        'prom-client',
        'kysely',
        '@aws-sdk/client-s3',
        '@aws-sdk/s3-presigned-post',
        'yazl',
        '@libpdf/core',
        'pkijs',
        'asn1js',
      ],
    },
    build: { chunkSizeWarningLimit: 900 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                // What most screens share comes in few files: a hundred small ones would queue for the browser's few connections.
                groups: [
                  // Public pages fetch parts too, and have no kit.
                  { name: 'preload-helper', test: /vite\/preload-helper|\/src\/ui\/arriving/, priority: 5 },
                  { name: 'react', test: /node_modules\/(preact|react|react-dom|nanostores|@nanostores)\/|\/src\/(islands|ui\/kit\/root)\b/, priority: 3 },
                  { name: 'kit', test: /\/src\/(ui\/(kit|list|values)\/|shared\/(endpoint|refusal|money|dates|mask|tabCap|keysOf)\.)/, minShareCount: 22 },
                  {
                    name: 'common',
                    test: /\/src\/(shell\/(call|session)|portal\/(?!screens)\w+|domains\/\w+\/(calls|pickers\/(whenUsed|\w+Href|exportAction)))\.\w+$/,
                    minShareCount: 10,
                    includeDependenciesRecursively: false,
                  },
                  {
                    name: 'frame',
                    test: /\/src\/(shell\/sessionChannel|portal\/processPages|domains\/(message|batch|workflow)\/(calls|taskCalls))\./,
                    includeDependenciesRecursively: false,
                  },
                  { name: 'form', test: /\/src\/ui\/form\//, minShareCount: 60, includeDependenciesRecursively: false },
                  { name: 'detail', test: /\/src\/ui\/detail\//, minShareCount: 50, includeDependenciesRecursively: false },
                ],
              },
            },
          },
        },
      },
    },
  },
});
