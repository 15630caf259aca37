import { control, core } from '@pas/platform/mongo/connections';

/** Every change writes its events and its audit record last, to this collection. */
const collection = 'outbox';

/** Runs `work` while the store refuses every event, so that each change fails at its end. */
export async function whileEventsAreRefused<T>(work: () => Promise<T>): Promise<T> {
  const databases = [core, control].flatMap(({ db }) => (db ? [db] : []));
  const validate = async (validator: object) =>
    Promise.all(databases.map((db) => db.command({ collMod: collection, validator })));
  await validate({ _id: 'no event has this id' });
  try {
    return await work();
  } finally {
    await validate({});
  }
}
