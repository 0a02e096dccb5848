from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError
from dragoman.settings import Settings


def test_an_empty_environment_gives_the_defaults():
    assert Settings.load({}) == Settings()
    assert Settings.load({"DRAGOMAN_CONCURRENCY": ""}) == Settings()


def test_every_variable_is_read():
    loaded = Settings.load(
        {
            "DRAGOMAN_DATABASE_URL": "postgresql://host/db",
            "DRAGOMAN_DATA_DIR": "/a",
            "DRAGOMAN_PG_BIN": "/b",
            "DRAGOMAN_PG_USER": "pg",
            "DRAGOMAN_CONFIG": "/c.toml",
            "DRAGOMAN_CONCURRENCY": "3",
            "DRAGOMAN_REQUEST_TIMEOUT": "7",
            "DRAGOMAN_BATCH_BYTES": "900",
            "DRAGOMAN_MAX_FILE_BYTES": "1000",
            "DRAGOMAN_STRICT_SCOPE": "1",
            "DRAGOMAN_MODELS_OFF": "1",
            "DRAGOMAN_LOG_LEVEL": "debug",
        }
    )
    assert loaded == Settings(
        database_url="postgresql://host/db",
        data_dir=Path("/a"),
        pg_bin=Path("/b"),
        pg_user="pg",
        machine_file=Path("/c.toml"),
        concurrency=3,
        request_timeout=timedelta(seconds=7),
        batch_bytes=900,
        max_file_bytes=1000,
        strict_scope=True,
        models_off=True,
        log_level="debug",
    )


def test_all_faults_are_reported_at_once():
    with pytest.raises(ConfigurationError) as caught:
        Settings.load({"DRAGOMAN_CONCURRENCY": "0", "DRAGOMAN_MODELS_OFF": "yes"})
    assert "DRAGOMAN_CONCURRENCY" in caught.value.message
    assert "DRAGOMAN_MODELS_OFF" in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize("text", ["-1", "1.5", "many", "٣٣x"])
def test_a_count_is_a_whole_number(text):
    with pytest.raises(ConfigurationError):
        Settings.load({"DRAGOMAN_BATCH_BYTES": text})
