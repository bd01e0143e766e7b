import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { shanghaiDate } from '~/shared/dates';
import { call } from '~/shell/call';
import { Alert } from '~/ui/kit/Feedback';
import { lprRead } from '../calls';
import { type LprGuard, rateWarnings } from '../lpr';
import type { TermsDraft } from './termsDraft';

const ppmOf = (percent: string): number => Math.round(Number(percent || '0') * 10_000) || 0;

/** Tells beside the form what penalty and interest come to in a year, where that lies outside of what courts and rules let pass. */
export default function RateGuard() {
  const [penalty, interest] = useWatch<TermsDraft, ['penaltyRate', 'interestRate']>({ name: ['penaltyRate', 'interestRate'] });
  const [guard, setGuard] = useState<LprGuard | null>(null);
  useEffect(() => {
    // Without it nothing is told; the form goes on.
    call(lprRead, {}).then(
      (found) => setGuard(found.guard),
      () => setGuard(null),
    );
  }, []);
  const told = guard ? rateWarnings({ penaltyPpm: ppmOf(penalty), interestPpm: ppmOf(interest) }, guard, shanghaiDate(new Date())) : [];
  if (!told.length) return null;
  return (
    <div className="col-span-full">
      <Alert tone="warn">
        {told.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </Alert>
    </div>
  );
}
