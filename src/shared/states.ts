/** Where documents of a kind may stand, as people call it, and where each state leads. */
export interface StateTable<State extends string> {
  names: Readonly<Record<State, string>>;
  /** Answers; the server's `mustBecome` refuses. */
  mayBecome(from: State, to: State): boolean;
}

export const stateTable = <State extends string>(
  names: Readonly<Record<State, string>>,
  next: Readonly<Record<State, readonly NoInfer<State>[]>>,
): StateTable<State> => ({ names, mayBecome: (from, to) => next[from].includes(to) });
