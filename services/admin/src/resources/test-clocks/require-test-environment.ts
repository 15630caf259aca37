import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import { testClockEnvironments } from '@pas/shared/test-clocks/follow-test-clocks';

/** @throws forbidden (`test_environment_required`) outside DEV and TEST */
export function requireTestEnvironment({ environment }: Pick<OperationContext, 'environment'>): void {
  if (testClockEnvironments.includes(environment)) return;
  throw forbidden('test_environment_required', 'Test clocks exist in DEV and TEST alone.');
}
