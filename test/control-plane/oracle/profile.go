package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
)

const schedulerName = "default-scheduler"

// profileFor is the default profile with the plugin arguments of the world, defaulted as a configuration file is.
func profileFor(args map[string]json.RawMessage) (*config.KubeSchedulerProfile, error) {
	type pluginConfig struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	}
	configured := []pluginConfig{}
	for name, raw := range args {
		configured = append(configured, pluginConfig{Name: name, Args: raw})
	}
	text, err := json.Marshal(map[string]any{
		"apiVersion": "kubescheduler.config.k8s.io/v1",
		"kind":       "KubeSchedulerConfiguration",
		"profiles":   []any{map[string]any{"schedulerName": schedulerName, "pluginConfig": configured}},
	})
	if err != nil {
		return nil, err
	}
	decoded, _, err := scheme.Codecs.UniversalDecoder().Decode(text, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the profile's arguments: %w", err)
	}
	configuration, ok := decoded.(*config.KubeSchedulerConfiguration)
	if !ok || len(configuration.Profiles) != 1 {
		return nil, fmt.Errorf("reading the profile's arguments gave a %T", decoded)
	}
	return &configuration.Profiles[0], nil
}
