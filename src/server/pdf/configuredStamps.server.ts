import { readFileSync } from 'node:fs';
import { parsePem, type TimestampAuthority } from '@libpdf/core';
import { config } from '../config.server';
import { timestampsFrom } from './timestamps.server';

/** The time-stamp authority of the environment; none where TSA_URL is not set: signatures then carry this server's time alone. */
export function configuredStamps(): TimestampAuthority | undefined {
  const { TSA_URL } = config();
  return TSA_URL ? timestampsFrom(TSA_URL) : undefined;
}

/** The authorities whose time stamps are relied on (TSA_CA, a PEM file). */
export function stampRoots(): Uint8Array[] {
  const { TSA_CA } = config();
  return TSA_CA
    ? parsePem(readFileSync(TSA_CA, 'utf8'))
        .filter(({ label }) => label === 'CERTIFICATE')
        .map(({ der }) => der)
    : [];
}
