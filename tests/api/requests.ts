import { z } from 'zod';
import type { Endpoint } from '~/shared/endpoint';
import { type Envelope, type Person, send } from '../support/app';

/** What matters of a call's input schema to fill it. */
export interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
}

export const shapeOf = (endpoint: Endpoint): Shape => z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Shape;

/** A body of the declared fields, each filled by `fill`; objects and lists keep their shape. */
export function bodyOf(shape: Shape | undefined, fill: (name: string) => unknown, name = ''): unknown {
  if (shape?.type === 'object') return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, bodyOf(inner, fill, key)]));
  if (shape?.type === 'array') return [bodyOf(shape.items, fill, name)];
  return fill(name);
}

/** Values a person could send, every id being `id`. */
export const plausible =
  (id: string) =>
  (name: string): unknown => {
    if (/ids$/i.test(name)) return [id];
    if (/id$/i.test(name)) return id;
    if (/version/i.test(name)) return 1;
    if (/qty|amount|price|freight/i.test(name)) return '1';
    if (/date|from|to$/i.test(name)) return '2026-01-01';
    if (/at$/i.test(name)) return '2026-01-01T00:00:00.000Z';
    if (/mobile|phone/i.test(name)) return '13900000000';
    return '1';
  };

/** Makes the call with `body` in the way it takes its input. */
export function sendBody(endpoint: Endpoint, body: unknown, person: Person | null): Promise<Envelope> {
  const input = endpoint.method === 'GET' ? asQuery(body) : endpoint.options.body === 'form' ? asForm(body) : JSON.stringify(body);
  return send(endpoint.method, endpoint.path, input, person);
}

function asQuery(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { q: asText(body).slice(0, 4000) };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, asText(value).slice(0, 4000)]));
}

const asText = (value: unknown): string => (typeof value === 'object' && !Array.isArray(value) ? (JSON.stringify(value) ?? '') : String(value));

function asForm(body: unknown): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(asQuery(body))) form.append(key, value);
  return form;
}
