import { expect, test } from 'vitest';
import { aWorkload, watched } from '#simulation/fixtures/a-world.ts';
import { evict } from './evictions.ts';

/** Three of a Deployment, under a budget that the disruption controller has looked at. */
async function underBudget(minAvailable: number): Promise<ReturnType<typeof watched>> {
  const world = watched({ workloads: [aWorkload('web', { replicas: 3, budget: { minAvailable } })] });
  await world.pass(30);
  return world;
}

const budgetOf = ({ world }: ReturnType<typeof watched>) =>
  world.core.store.get('PodDisruptionBudget', 'shop/web')!.status!;

test('a budget refuses with 429 and the cause DisruptionBudget', async () => {
  const world = await underBudget(3);
  const { name } = world.pods('web')[0]!.metadata;
  expect(evict(world.world.core, { namespace: 'shop', name })).toMatchObject({
    code: 429,
    cause: 'DisruptionBudget',
    message: expect.stringMatching(/needs 3 healthy pods and has 3 currently/),
  });
});

test('a pod under two budgets gets 500', async () => {
  const world = await underBudget(1);
  const { store } = world.world.core;
  const { spec } = store.get('PodDisruptionBudget', 'shop/web')!;
  store.create('PodDisruptionBudget', { metadata: { namespace: 'shop', name: 'second' }, spec: spec! });
  await world.pass(1);
  const { name } = world.pods('web')[0]!.metadata;
  expect(evict(world.world.core, { namespace: 'shop', name })).toMatchObject({
    code: 500,
    message: expect.stringMatching(/more than one PodDisruptionBudget/),
  });
});

test('a wrong UID gets 409, and the budget is spent all the same, for two minutes', async () => {
  const world = await underBudget(2);
  const { core } = world.world;
  const { name, uid } = world.pods('web')[0]!.metadata;
  expect(evict(core, { namespace: 'shop', name, uid: 'another' }).code).toBe(409);
  expect(budgetOf(world)).toMatchObject({ disruptionsAllowed: 0, disruptedPods: { [name]: expect.any(String) } });
  expect(evict(core, { namespace: 'shop', name, uid }).code).toBe(429);
  await world.pass(119);
  expect(evict(core, { namespace: 'shop', name, uid }).code).toBe(429);
  await world.pass(3);
  expect(evict(core, { namespace: 'shop', name, uid }).code).toBe(201);
});

test('a dry run checks UID and budget, and changes neither', async () => {
  const world = await underBudget(2);
  const { core } = world.world;
  const { name, uid } = world.pods('web')[0]!.metadata;
  const before = budgetOf(world);
  expect(evict(core, { namespace: 'shop', name, uid, dryRun: true }).code).toBe(201);
  expect(evict(core, { namespace: 'shop', name, uid: 'another', dryRun: true }).code).toBe(409);
  expect(budgetOf(world)).toEqual(before);
});

test('a pod that is not there gets 404, one that does not run yet costs no budget', async () => {
  const world = watched({ workloads: [aWorkload('web', { replicas: 1, budget: { minAvailable: 1 } })] });
  await world.pass(0.1);
  const { core } = world.world;
  expect(evict(core, { namespace: 'shop', name: 'nobody' }).code).toBe(404);
  expect(evict(core, { namespace: 'shop', name: world.pods('web')[0]!.metadata.name }).code).toBe(201);
});
