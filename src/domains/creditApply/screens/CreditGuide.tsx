import type { AnswerOf } from '~/shared/endpoint';
import { StepGuide } from '~/ui/kit/StepGuide';
import type { creditGuide } from '../calls';

/** 使用引导 of credit. */
export default function CreditGuide({ first: { steps } }: { first: AnswerOf<typeof creditGuide> }) {
  return <StepGuide steps={steps} finished="全部步骤已完成，客户可以赊销下单。" />;
}
