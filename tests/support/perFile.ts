type Step = () => unknown;

const steps = { fileStart: new Set<Step>(), testEnd: new Set<Step>(), fileEnd: new Set<Step>() };

/** Before each test file, but for the one that loads the caller's module: files of one process share their modules. */
export const onFileStart = (step: Step): void => void steps.fileStart.add(step);
export const onTestEnd = (step: Step): void => void steps.testEnd.add(step);
export const onFileEnd = (step: Step): void => void steps.fileEnd.add(step);

export async function take(when: keyof typeof steps): Promise<void> {
  for (const step of steps[when]) await step();
}
