import type { enAlerts } from './en.ts';

/** Texts of the alert mails, in Spanish. */
export const esAlerts: typeof enAlerts = {
  digest: '{count} avisos en las últimas 24 horas',
  more: 'Y {count} más.',
  footer: 'Recibe este mensaje porque figura como destinatario de avisos en los ajustes de la empresa.',
  unit: 'Vivienda {label}',
  key: '{name} (vence el {date})',
  kinds: {
    'door.offline': {
      one: 'Una puerta está sin conexión',
      many: '{count} puertas están sin conexión',
      advice:
        'Compruebe la corriente y la red del controlador. Los residentes no pueden abrir la puerta con la aplicación.',
    },
    'door.held': {
      one: 'Una puerta sigue abierta',
      many: '{count} puertas siguen abiertas',
      advice: 'Pida a alguien que cierre la puerta.',
    },
    'door.forced': {
      one: 'Una puerta fue forzada',
      many: '{count} puertas fueron forzadas',
      advice: 'Pida a alguien que revise la puerta.',
    },
    'unit.unreachable': {
      one: 'No se puede llamar a una vivienda',
      many: 'No se puede llamar a {count} viviendas',
      advice: 'Compruebe en la consola si la vivienda recibiría una llamada. Allí se indica qué falta.',
    },
    'report.created': {
      one: 'Un residente ha comunicado un problema',
      many: 'Los residentes han comunicado {count} problemas',
      advice: 'Consulte los problemas comunicados en la consola.',
    },
    'key.expiring': {
      one: 'Una clave de API vence pronto',
      many: '{count} claves de API vencen pronto',
      advice: 'Reemplace la clave antes de que venza.',
    },
    'key.leaked': {
      one: 'Una clave de API es pública',
      many: '{count} claves de API son públicas',
      advice: 'Revoque la clave en la consola si todavía funciona y entregue una nueva a la integración.',
    },
    'endpoint.failing': {
      one: 'Se desactivó un destino de webhooks',
      many: 'Se desactivaron {count} destinos de webhooks',
      advice: 'Repare el receptor, ponga el destino en ACTIVE y recupere los eventos que no recibió.',
    },
  },
};
