import os

from pas_client import AdminClient, InvalidError

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    try:
        client.properties.create(name="", address={"country": "US"})
    except InvalidError as error:
        print(error.code, list(error.fields))
