import pino from 'pino';

/** Secrets never reach the log, wherever they stand in an object. */
export const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  redact: { paths: ['password', '*.password', 'token', '*.token', 'code', '*.smsCode', 'headers.cookie', 'headers.authorization'], censor: '***' },
});
