import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProcessTree } from '~/domains/workflow/process';
import { TreeSchema } from '~/domains/workflow/process.schema';
import { isBranching, MOST_LEVELS, nodesOf, placesOf } from '~/domains/workflow/processTree';
import * as edit from '~/domains/workflow/treeEdit';
import { atLeast, branch, choice, fork, soundTrees, task, treeOf } from '../../support/processes';

const numbering = (from = 0) => {
  let count = from;
  return () => `new${++count}`;
};
const allIds = (tree: ProcessTree) => nodesOf(tree).flatMap((node) => [node.id, ...(isBranching(node) ? node.branches.map(({ id }) => id) : [])]);
const base = () =>
  treeOf(
    task('a'),
    choice('c', branch('1', atLeast(5), task('b'), task('d')), branch('2', atLeast(3)), branch('3', null)),
    fork('f', branch('4', null, task('g')), branch('5', null, task('h'))),
  );
const orderOf = (tree: ProcessTree) =>
  nodesOf(tree)
    .map(({ id }) => id)
    .join(' ');
const branchesOf = (tree: ProcessTree, id: string) =>
  nodesOf(tree)
    .filter(isBranching)
    .find((node) => node.id === id)
    ?.branches.map((one) => one.id)
    .join(' ');

describe('editing a tree', () => {
  it('keeps what did not change as it was', () => {
    const tree = base();
    const changed = edit.changeNode(tree, 'b', (node) => ({ ...node, name: '主管' }));
    expect(changed).not.toBe(tree);
    expect(changed.nodes[1]).toBe(tree.nodes[1]);
    expect(changed.nodes[3]).toBe(tree.nodes[3]);
    expect(edit.changeNode(tree, 'nothing', (node) => ({ ...node, name: 'x' }))).toBe(tree);
    expect(edit.removeNode(tree, 'nothing')).toBe(tree);
  });

  it('adds, moves and removes nodes', () => {
    const added = edit.addNode(base(), { home: '1', at: 1 }, task('n'));
    expect(orderOf(added)).toBe('start a c b n d f g h end');
    expect(orderOf(edit.moveNode(added, 'b', { home: '1', at: 3 }))).toBe('start a c n d b f g h end');
    expect(orderOf(edit.moveNode(added, 'd', { home: '1', at: 0 }))).toBe('start a c d b n f g h end');
    expect(orderOf(edit.moveNode(added, 'a', { home: '2', at: 0 }))).toBe('start c b n d a f g h end');
    expect(edit.moveNode(added, 'c', { home: '1', at: 0 }), 'not into itself').toBe(added);
    expect(orderOf(edit.removeNode(added, 'c'))).toBe('start a f g h end');
  });

  it('keeps the default last, however branches are added and moved', () => {
    const more = edit.addBranch(base(), 'c', numbering());
    expect(branchesOf(more, 'c')).toBe('1 2 new1 3');
    expect(branchesOf(edit.moveBranch(more, '1', 9), 'c')).toBe('2 new1 1 3');
    expect(branchesOf(edit.moveBranch(more, '3', 0), 'c')).toBe('1 2 new1 3');
    expect(branchesOf(edit.moveBranch(more, 'new1', 0), 'c')).toBe('new1 1 2 3');
    const bare = edit.removeBranch(more, '3');
    expect(branchesOf(bare, 'c')).toBe('1 2 new1');
    expect(
      branchesOf(
        edit.addDefault(bare, 'c', () => 'rest'),
        'c',
      ),
    ).toBe('1 2 new1 rest');
    expect(branchesOf(edit.moveBranch(base(), '5', 0), 'f')).toBe('5 4');
  });

  it('leaves the nodes of the last branch when a branching goes', () => {
    expect(orderOf(edit.removeBranch(base(), '4'))).toBe('start a c b d h end');
  });

  it('copies a node with everything in it under ids of its own', () => {
    const tree = edit.changeNode(base(), 'd', (node) => ({ ...node, onReject: { kind: 'NODE', nodeId: 'b' } }) as typeof node);
    const copied = edit.copyNode(tree, 'c', numbering());
    expect(new Set(allIds(copied)).size).toBe(allIds(copied).length);
    const copy = copied.nodes[3];
    const [b, d] = copy && isBranching(copy) ? (copy.branches[0]?.nodes ?? []) : [];
    expect(d).toMatchObject({ onReject: { kind: 'NODE', nodeId: b?.id } });
    expect(copy?.name).toBe('条件c副本');
    const again = edit.copyNode(copied, copy?.id ?? '', numbering(100));
    expect(again.nodes.map(({ name }) => name)).toContain('条件c副本2');
    expect(again.nodes.map(({ name }) => name)).not.toContain('条件c副本副本');
  });

  it('says why nothing more fits, where the schema would refuse it', () => {
    const inside = (level: number) => choice(`c${level}`, branch(`y${level}`, atLeast(1)), branch(`n${level}`, null));
    let tree = treeOf(inside(0));
    for (let level = 1; level <= MOST_LEVELS; level++) {
      const home = `y${level - 1}`;
      const why = edit.whyNotAdd('CONDITION', { home, full: false, deep: level >= MOST_LEVELS });
      tree = edit.addNode(tree, { home, at: 0 }, inside(level));
      expect(TreeSchema.safeParse(tree).success, home).toBe(why === '');
      expect(edit.whyNotAdd('APPROVE', { home, full: false, deep: level >= MOST_LEVELS })).toBe('');
    }
    expect(edit.whyNotAdd('PARALLEL', { home: 'y4', full: false, deep: true })).toBe('分支最多嵌套5层');
    expect(edit.whyNotAdd('APPROVE', { home: 'y0', full: true, deep: false })).toBe('一个流程不能超过200个节点');
    expect(edit.whyNotAdd('END', { home: '', full: false, deep: false })).toContain('提前结束');
  });

  it('makes trees of sound shape, whatever is done to them in whatever order', () => {
    const step = fc.record({ what: fc.integer({ min: 0, max: 7 }), which: fc.nat(), to: fc.nat(), kind: fc.constantFrom(...edit.addedKinds) });
    fc.assert(
      fc.property(soundTrees, fc.array(step, { maxLength: 25 }), (sound, steps) => {
        const newId = numbering();
        let tree = sound;
        for (const { what, which, to, kind } of steps) {
          const places = placesOf(tree.nodes).filter(({ node }) => node.kind !== 'START' && !(node.id === 'end'));
          const place = places[which % Math.max(1, places.length)];
          if (!place) break;
          const branches = nodesOf(tree)
            .filter(isBranching)
            .flatMap((node) => node.branches);
          const one = branches[to % Math.max(1, branches.length)];
          const spot = { home: place.within.at(-1)?.branch.id ?? '', at: place.at };
          if (what === 0 && !edit.whyNotAdd(kind, { home: spot.home, full: false, deep: place.within.length >= MOST_LEVELS }))
            tree = edit.addNode(tree, spot, edit.newNode(kind, newId));
          if (what === 1) tree = edit.removeNode(tree, place.node.id);
          if (what === 2) tree = edit.copyNode(tree, place.node.id, newId);
          if (what === 3 && one) tree = edit.moveNode(tree, place.node.id, { home: one.id, at: 0 });
          if (what === 4) tree = edit.addBranch(tree, place.node.id, newId);
          if (what === 5 && one) tree = edit.removeBranch(tree, one.id);
          if (what === 6 && one) tree = edit.moveBranch(tree, one.id, which % 5);
          if (what === 7) tree = edit.changeNode(tree, place.node.id, (node) => ({ ...node, name: `改${to % 9}` }));
        }
        expect(new Set(allIds(tree)).size).toBe(allIds(tree).length);
        expect(tree.nodes[0]?.kind).toBe('START');
        expect(tree.nodes.at(-1)?.kind).toBe('END');
        for (const node of nodesOf(tree)) if (isBranching(node)) expect(node.branches.length).toBeGreaterThan(1);
      }),
      { numRuns: 200 },
    );
  });
});
