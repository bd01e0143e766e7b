import type { z } from 'zod';

/**
 * Who may make a call. `factory` is a member acting for the manufacturer (types 1, 3), holding any one of the codes when some are named;
 * `dealer` acts for a customer of the current tenant; `both` is either of them.
 */
export type Access =
  | { kind: 'anyone' }
  | { kind: 'person' }
  | { kind: 'factory'; codes: readonly string[] }
  | { kind: 'dealer' }
  | { kind: 'both'; codes: readonly string[] };

export const anyone: Access = { kind: 'anyone' };
export const person: Access = { kind: 'person' };
export const dealer: Access = { kind: 'dealer' };
/** A factory member with one of the codes. */
export const may = (...codes: string[]): Access => ({ kind: 'factory', codes });
/** Any factory member. */
export const factory: Access = { kind: 'factory', codes: [] };
/** A dealer, or a factory member with one of the codes. */
export const dealerOr = (...codes: string[]): Access => ({ kind: 'both', codes });

export interface EndpointOptions {
  /** One Chinese line for the API document. */
  title: string;
  /** The call only reads: it runs in a read-only transaction and needs no idempotency key. */
  reads?: boolean;
  /** How the body travels; calls of registration and uploads use forms. */
  body?: 'json' | 'form';
  /** Fields of whose values the server keeps what is stored when *** comes back for them, as it stands in answers for what a role hides. */
  keepsHidden?: readonly string[];
  /** May be made while the portal is looked at as a role; other changes may not. */
  inPreview?: boolean;
}

/** A call as a value: server, page, browser, OpenAPI document and access tests all read it. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  /** Below `/web`. May end in one field of the input: `/readMany/{ids}`. */
  path: string;
  access: Access;
  input: Input;
  answer: Answer;
  options: EndpointOptions;
}

export function post<I extends z.ZodType, A extends z.ZodType>(path: string, access: Access, input: I, answer: A, options: EndpointOptions): Endpoint<I, A> {
  return { method: 'POST', path, access, input, answer, options };
}

export function get<I extends z.ZodType, A extends z.ZodType>(path: string, access: Access, input: I, answer: A, options: EndpointOptions): Endpoint<I, A> {
  return { method: 'GET', path, access, input, answer, options: { ...options, reads: true } };
}

/** A GET that changes something, where the specification has it so; answered to the product's own pages alone. */
export const asGet = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, method: 'GET' });

/** A POST that only reads (lists take their query in the body). */
export function read<I extends z.ZodType, A extends z.ZodType>(path: string, access: Access, input: I, answer: A, options: EndpointOptions): Endpoint<I, A> {
  return post(path, access, input, answer, { ...options, reads: true });
}

/** RFC 7240: a page asks by what its address holds, and the call takes of it what it knows. Whoever does not say so is told what the call does not know. */
export const LENIENT = { Prefer: 'handling=lenient' };

const LAST = /\{(\w+)\}$/;
/** The field of the input that ends the call's path, where one does. */
export const fieldInPath = ({ path }: Pick<Endpoint, 'path'>): string | undefined => LAST.exec(path)?.[1];
/** The path to ask for, with that field filled in. */
export const pathFor = ({ path }: Pick<Endpoint, 'path'>, input: unknown): string =>
  path.replace(LAST, (_, field: string) => encodeURIComponent(String((input as Record<string, unknown> | undefined)?.[field] ?? '')));

/** What the browser sends and gets: the wire side of the schemas. */
export type InputOf<E> = E extends Endpoint<infer I, infer _A> ? z.input<I> : never;
export type AnswerOf<E> = E extends Endpoint<infer _I, infer A> ? z.input<A> : never;
/** What the server function takes and gives: the code side. */
export type TakenBy<E> = E extends Endpoint<infer I, infer _A> ? z.output<I> : never;
export type GivenBy<E> = E extends Endpoint<infer _I, infer A> ? z.output<A> : never;
