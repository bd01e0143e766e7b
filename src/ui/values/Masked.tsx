import { maskBankCard, maskIdCard, maskMobile, maskName } from '~/shared/mask';
import { DASHES } from './format';

const masks = { mobile: maskMobile, name: maskName, idCard: maskIdCard, bankCard: maskBankCard } as const;

/** Masks what the person typed; what the server sends is masked there. */
export function Masked({ value, kind }: { value?: string | null | undefined; kind: keyof typeof masks }) {
  return <span className="figures">{value ? masks[kind](value) : DASHES}</span>;
}
