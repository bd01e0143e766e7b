import { createContext, useContext } from 'react';
import type { FieldLabel } from './problems';

interface FormFrame {
  id: string;
  labels: Map<string, FieldLabel>;
}
export const FormFrameContext = createContext<FormFrame | null>(null);

export function useFormFrame(): FormFrame {
  const frame = useContext(FormFrameContext);
  if (!frame) throw new Error('fields stand inside FormPage or FormDialog');
  return frame;
}
