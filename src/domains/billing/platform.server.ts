import { createHmac } from 'node:crypto';
import { config } from '~/server/config.server';
import { askOutside } from '~/server/outgoing/http.server';
import { isDate } from '~/shared/dates';
import { parseYuan } from '~/shared/money';

/** The port to platforms that issue electronic invoices: docs/invoice-platform.md is its contract. */
export interface InvoiceOrder {
  requestNo: string;
  direction: string;
  kind: string;
  seller: { name: string; taxNo: string };
  buyer: Record<'name' | 'taxNo' | 'address' | 'phone' | 'bank' | 'bankAccount' | 'email', string>;
  lines: readonly {
    lineNo: number;
    name: string;
    spec: string;
    unit: string;
    taxClassCode: string;
    qty?: string;
    amount: string;
    taxRate: string;
    tax: string;
  }[];
  amount: string;
  tax: string;
  remark: string;
  original?: { invoiceNo: string; reason: string };
}
export interface IssuedAnswer {
  state: 'ISSUED';
  invoiceNo: string;
  issuedOn: string;
  amount: bigint;
  tax: bigint;
  file: { name: string; bytes: Uint8Array } | null;
}
/** UNKNOWN: nobody can say what became of it. ABSENT: the platform never took this number. */
export type PlatformAnswer = IssuedAnswer | { state: 'ACCEPTED' } | { state: 'REFUSED' | 'UNKNOWN'; reason: string } | { state: 'ABSENT' };

const MOST_FILE = 5 * 1024 * 1024;
const ANSWER_LIMIT = 8 * 1024 * 1024;

export const platformConfigured = (): boolean => config().INVOICE_URL !== undefined;

/** Issues once however often it is asked with the same number. */
export async function orderInvoice(order: InvoiceOrder): Promise<PlatformAnswer> {
  const answer = await send('POST', '/invoices', JSON.stringify(order));
  if (answer.status === 409) return findInvoice(order.requestNo);
  if ([400, 401, 403, 422].includes(answer.status)) return { state: 'REFUSED', reason: saidIn(answer.json) || `开票平台返回 HTTP ${answer.status}，没有受理` };
  return readAnswer(answer);
}

export async function findInvoice(requestNo: string): Promise<PlatformAnswer> {
  const answer = await send('GET', `/invoices/${encodeURIComponent(requestNo)}`, '');
  return answer.status === 404 ? { state: 'ABSENT' } : readAnswer(answer);
}

interface Answered {
  status: number;
  json: unknown;
}
async function send(method: 'GET' | 'POST', path: string, text: string): Promise<Answered & { problem?: string }> {
  const { INVOICE_URL = '', INVOICE_APP_ID = '', INVOICE_SECRET = '', INVOICE_INSIDE, INVOICE_TIMEOUT_MS } = config();
  const url = new URL(INVOICE_URL.replace(/\/$/, '') + path);
  const timestamp = String(Math.floor(Date.now() / 1000));
  try {
    return await askOutside(url.href, {
      method,
      ...(method === 'POST' ? { text } : {}),
      headers: {
        'x-app-id': INVOICE_APP_ID,
        'x-timestamp': timestamp,
        'x-signature': platformSignature(INVOICE_SECRET, { timestamp, method, path: url.pathname + url.search, body: text }),
      },
      allowPrivate: INVOICE_INSIDE,
      timeoutMs: INVOICE_TIMEOUT_MS,
      answerLimit: ANSWER_LIMIT,
    });
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    return { status: 0, json: null, problem: /\p{Script=Han}/u.test(message) ? message : `连接失败${code ? `（${code}）` : ''}` };
  }
}

export const platformSignature = (secret: string, { timestamp, method, path, body }: Record<'timestamp' | 'method' | 'path' | 'body', string>): string =>
  createHmac('sha256', secret).update(`${timestamp}.${method}.${path}.${body}`).digest('hex');

/** Anything that is not exactly an answer of the contract says nothing. */
function readAnswer({ status, json, problem }: Answered & { problem?: string }): PlatformAnswer {
  const unknown = (reason: string): PlatformAnswer => ({ state: 'UNKNOWN', reason: `开票平台${reason}` });
  if (problem) return unknown(`没有应答：${problem}`);
  if (status !== 200) return unknown(`返回 HTTP ${status}${saidIn(json) ? `：${saidIn(json)}` : ''}`);
  const { code, data } = (json ?? {}) as { code?: unknown; data?: Record<string, unknown> };
  if (code !== '0' || typeof data !== 'object' || data === null) return unknown(`的返回无法识别${saidIn(json) ? `：${saidIn(json)}` : ''}`);
  if (data['state'] === 'ACCEPTED') return { state: 'ACCEPTED' };
  if (data['state'] === 'REFUSED') return { state: 'REFUSED', reason: textOf(data['reason']) || '开票平台拒绝开具，没有说明原因' };
  if (data['state'] !== 'ISSUED') return unknown('返回了未知的状态');
  const { invoiceNo, issuedOn, amount, tax } = data as Record<string, unknown>;
  if (!/^\d{20}$/.test(textOf(invoiceNo)) || !isDate(textOf(issuedOn)) || !isMoney(amount) || !isMoney(tax)) return unknown('返回的发票号码、日期或金额不完整');
  return {
    state: 'ISSUED',
    invoiceNo: textOf(invoiceNo),
    issuedOn: textOf(issuedOn),
    amount: parseYuan(amount),
    tax: parseYuan(tax),
    file: fileOf(data['file']),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 300) : '');
const saidIn = (json: unknown): string => textOf((json as { message?: unknown } | null)?.message);
const isMoney = (value: unknown): value is string => typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value);

function fileOf(value: unknown): IssuedAnswer['file'] {
  const { name, contentBase64 } = (value ?? {}) as { name?: unknown; contentBase64?: unknown };
  if (typeof name !== 'string' || typeof contentBase64 !== 'string') return null;
  const bytes = Buffer.from(contentBase64, 'base64');
  return bytes.byteLength > 0 && bytes.byteLength <= MOST_FILE ? { name: name.slice(0, 100), bytes } : null;
}
