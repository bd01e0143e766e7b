import { useState } from 'react';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { StepGuide } from '~/ui/kit/StepGuide';
import { toast } from '~/ui/kit/toast';
import { guideClose } from '../calls';
import type { Guide as GuideData } from '../insight.schema';

export default function Guide({ guide: { steps, closed } }: { guide: GuideData }) {
  const [hidden, setHidden] = useState(closed);
  const show = async () => {
    await call(guideClose, { closed: false });
    setHidden(false);
    toast('已恢复，未完成的步骤会显示在首页', 'ok');
  };
  return (
    <StepGuide
      steps={steps}
      finished="全部步骤已完成，可以开始日常经营。"
      more={
        hidden && (
          <p>
            <Button size="sm" onPress={show}>
              在首页显示
            </Button>
          </p>
        )
      }
    />
  );
}
