import { createContext, useContext } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import type { NameOf } from '../../condition';
import type { FormField, ProcessTree } from '../../process';
import type { processChoices } from '../../processCalls';

export type Choices = AnswerOf<typeof processChoices>;
/** What every part of the designer knows. */
export interface Design {
  tree: ProcessTree;
  fields: readonly FormField[];
  choices: Choices;
  nameOf: NameOf;
  edit: (change: (tree: ProcessTree) => ProcessTree, tag?: string) => void;
}
export const DesignContext = createContext<Design | null>(null);

export function useDesigning(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error('outside of a designer');
  return design;
}

/** Ids within one tree. */
export const newNodeId = (): string => `n${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
