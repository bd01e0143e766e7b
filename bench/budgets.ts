import { spawnSync } from 'node:child_process';
import { record } from './report';

export async function measureBudgets(): Promise<void> {
  const { status } = spawnSync(process.execPath, ['scripts/budgets.mjs'], { stdio: 'inherit' });
  record('page budgets over their limit', status === 0 ? 0 : 1, '', { most: 0 });
}
