import type { ProcessNode } from './process';
import { nodeKinds } from './processTree';

export type ProblemCode =
  | 'NO_START'
  | 'NO_END'
  | 'MISPLACED'
  | 'ORPHAN'
  | 'SAME_ID'
  | 'NO_NAME'
  | 'FEW_BRANCHES'
  | 'NO_DEFAULT'
  | 'EMPTY_BRANCH'
  | 'CONDITION'
  | 'UNREACHABLE'
  | 'ENDS_IN_PARALLEL'
  | 'NO_CANDIDATES'
  | 'MODE'
  | 'RETURN_TARGET'
  | 'FIELD'
  | 'TIME_OUT'
  | 'NOBODY_ASKED'
  | 'BATCH';

/** An ERROR stops the publishing, a WARN is only said. */
export interface Problem {
  code: ProblemCode;
  level: 'ERROR' | 'WARN';
  /** '' where it is about the whole process. */
  nodeId: string;
  /** Of a branch of that node. */
  branchId?: string;
  words: string;
}

export const errorAt = (node: ProcessNode, code: ProblemCode, words: string): Problem => ({ code, level: 'ERROR', nodeId: node.id, words });

/** How problems call a node. */
export const calledNode = (node: ProcessNode): string => `“${node.name.trim() || nodeKinds[node.kind]}”`;
