import node from '@astrojs/node';
import react from '@astrojs/react';
import keystatic from '@keystatic/astro';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { chunkOrigins } from './scripts/chunk-origins.mjs';
import { iconSprite } from './scripts/icon-sprite.mjs';
import { leanPages } from './scripts/lean-pages.mjs';
import { lightSchemas } from './scripts/light-schemas.mjs';

const writing = process.argv.includes('dev');

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true, bodySizeLimit: 16 * 1024 * 1024 }),
  // The help's web editor belongs to writing: it is not in the product.
  integrations: [react({ experimentalDisableStreaming: true }), ...(writing ? [keystatic()] : [])],
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
  security: {
    checkOrigin: false,
    // While developing, Astro knows no hashes of what it injects.
    csp: !writing && {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
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
      ],
    },
    build: { chunkSizeWarningLimit: 900 },
  },
});
