export const isAmount = (text: string): boolean => /^-?\d{1,15}(\.\d{1,4})?$/.test(text);
/** "1234.5" → 1,234.50. */
export function money(yuan: string): string {
  if (!isAmount(yuan)) return yuan;
  const [whole = '0', part = ''] = yuan.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part.padEnd(2, '0')}`;
}
