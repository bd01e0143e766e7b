/**
 * An approval process as it is designed, published and run: a vertical list of nodes, where a branch holds a list of its own and what follows
 * the branching joins it again. START is first and END last; a branch may end the process itself.
 */
export interface ProcessTree {
  nodes: ProcessNode[];
  /** What holds for the whole process; one without them goes by `plainRules`. */
  rules?: ProcessRules | undefined;
}

export interface ProcessRules {
  /** How long the starter may take the document back: while nobody has acted on it, until it is decided, or never. */
  withdraw: 'UNTOUCHED' | 'RUNNING' | 'NEVER';
  /** Whether the starter hears of every step that was passed, or of the end alone. */
  tellStarter: 'EACH' | 'END';
  /** Fields of the form that stand in the lists of tasks, at most MOST_SUMMARY; none: what the kind of document names itself. */
  summary: string[];
}

interface Named {
  /** Unique within the tree and kept from version to version, as 退回 and the history name it. */
  id: string;
  name: string;
}

export interface StartNode extends Named {
  kind: 'START';
}
export interface EndNode extends Named {
  kind: 'END';
}

/** Who is asked. PERMISSION is anybody who holds one of the codes that decide this kind of document, as far as their data scope reaches. */
export type Candidates =
  | { kind: 'PERMISSION' }
  | { kind: 'MEMBERS'; memberIds: string[] }
  | { kind: 'ROLES'; roleIds: string[] }
  | { kind: 'GROUP'; groupId: string }
  /** The head of a department, or of the department `levels` above it (0: its own). */
  | { kind: 'DEPARTMENT_HEAD'; departmentId: string; levels: number }
  /** The head of the starter's department, `levels` above it (0: the starter's own). */
  | { kind: 'STARTER_HEAD'; levels: number }
  /** The customer's salesperson. */
  | { kind: 'SALESPERSON' }
  /** Chosen when the document is submitted, out of these, or anybody while the list is empty. */
  | { kind: 'STARTER_CHOICE'; memberIds: string[] }
  /** A member named by a field of the form. */
  | { kind: 'FIELD'; field: string };

/** 或签, 会签, 票签 (`percent` of those asked, 1 to 100), 依次. */
export type Mode = { kind: 'ANY' } | { kind: 'ALL' } | { kind: 'RATIO'; percent: number } | { kind: 'SEQUENCE' };

export interface TimeOut {
  /** Hours of working time by the Chinese calendar. */
  hours: number;
  then: 'REMIND' | 'PASS' | 'REJECT' | 'ESCALATE';
}

/** APPROVE decides; HANDLE (办理) does something and says it is done. */
export interface TaskNode extends Named {
  kind: 'APPROVE' | 'HANDLE';
  candidates: Candidates[];
  mode: Mode;
  onEmpty: { kind: 'PASS' | 'REJECT' | 'ADMIN' } | { kind: 'MEMBER'; memberId: string };
  /** The starter is among those asked. */
  onSelf: 'ALLOW' | 'SKIP' | 'HEAD' | 'ADMIN';
  /** Somebody is asked who has already passed it: asked again, passed when it was the node before, or passed whenever it was. */
  onRepeated: 'ASK' | 'PASS_ADJACENT' | 'PASS_ANY';
  /** Somebody is asked whose account is no longer in use. */
  onDeparted: 'HEAD' | 'ADMIN';
  /** 驳回 ends the process, or goes back to a node. */
  onReject: { kind: 'END' } | { kind: 'START' } | { kind: 'NODE'; nodeId: string };
  /** Where 退回 may go besides the starter: the nodes before this one that were passed. */
  mayReturn: boolean;
  /** Whether several documents may be passed at once. */
  mayBatch: boolean;
  opinionRequired: boolean;
  signatureRequired: boolean;
  /** Fields of the form that are not shown at this step. */
  fields: Record<string, 'HIDE'>;
  timeOut: TimeOut | null;
}

export interface CopyNode extends Named {
  kind: 'CC';
  candidates: Candidates[];
}

/** Decides by itself. */
export interface AutoNode extends Named {
  kind: 'AUTO';
  when: Condition;
  /** What it does when `when` holds; otherwise the process goes on. */
  then: 'PASS' | 'REJECT';
}

export interface Branch extends Named {
  /** Null on the default branch of a CONDITION, and on every branch of a PARALLEL. */
  when: Condition | null;
  nodes: ProcessNode[];
}
/** The first branch whose condition holds; the default is last and has none. */
export interface ConditionNode extends Named {
  kind: 'CONDITION';
  branches: Branch[];
}
/** All branches at once; goes on when each has come to its end. */
export interface ParallelNode extends Named {
  kind: 'PARALLEL';
  branches: Branch[];
}

export type ProcessNode = StartNode | TaskNode | CopyNode | AutoNode | ConditionNode | ParallelNode | EndNode;
export type NodeKind = ProcessNode['kind'];

/** A closed grammar: nothing in it is ever run as code. */
export type Condition = { all: Condition[] } | { any: Condition[] } | Comparison;
export type Operator = 'EQ' | 'NE' | 'GT' | 'GE' | 'LT' | 'LE' | 'IN' | 'BETWEEN' | 'CONTAINS';
export interface Comparison {
  field: string;
  op: Operator;
  /** A plain text; for IN the texts, for BETWEEN the two ends, both included. Amounts are 元 with two decimals, dates YYYY-MM-DD. */
  value: string | string[];
}

/** What a kind of document says of itself, for conditions, field permissions and summaries. */
export interface FormField {
  key: string;
  label: string;
  type: 'AMOUNT' | 'NUMBER' | 'TEXT' | 'CHOICE' | 'DATE' | 'BOOLEAN' | 'MEMBER' | 'DEPARTMENT';
  /** Of a CHOICE: code to Chinese name. */
  choices?: Record<string, string>;
}
/** Its values when it was submitted; a field without a value is missing. */
export type FormValues = Record<string, string | string[]>;
