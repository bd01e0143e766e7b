import { CONTRACT_MANAGE } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { late } from '~/ui/kit/late';

const PriceContracts = late(() => import('../screens/PriceContracts'));

export function Section({ sheetId }: { sheetId: string }) {
  return useCan(CONTRACT_MANAGE) ? <PriceContracts sheetId={sheetId} /> : null;
}
