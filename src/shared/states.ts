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

interface Step<State extends string> {
  to: State;
  /** What people press. */
  label: string;
}
/** States that people lead to by steps with names and conditions of their own. */
export interface StepTable<State extends string, Way extends Step<State>> extends StateTable<State> {
  /** None from a state nobody knows. */
  stepsFrom(state: string): readonly Way[];
  /** Of what may become; asking for another is a mistake of the program. */
  step(from: State, to: State): Way;
}

export function stepTable<State extends string, Way extends Step<State>>(
  names: Readonly<Record<State, string>>,
  steps: Readonly<Record<State, readonly Way[]>>,
): StepTable<State, Way> {
  const found = (from: State, to: State) => steps[from].find((one) => one.to === to);
  return {
    names,
    mayBecome: (from, to) => found(from, to) !== undefined,
    stepsFrom: (state) => steps[state as State] ?? [],
    step(from, to) {
      const way = found(from, to);
      if (!way) throw new Error(`no step from ${from} to ${to}`);
      return way;
    },
  };
}

/** Why not, after what it is about: 入库单RK2026… + 当前为“草稿”，不能退回. */
export const currently = (name: string, said: string): string => `当前为“${name}”，${said}`;
